/** Calls of the shell and the home page that do not use the generated clients. */
export const endpoints = {
  authenticated: '/api/v1/auth/authenticated',
  refresh: '/api/v1/auth/refresh',
  logout: '/api/v1/auth/logout',
  // Settings for every page, and data for the home page and the catalogue filters. Countries are
  // separate, since
  // only some forms need them.
  settings: '/api/v1/web?part=settings',
  categoryMenu: '/api/v1/web?part=categoryMenu',
  batches: '/api/v1/batches',
} as const;
