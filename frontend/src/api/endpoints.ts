/** The few calls that the shell and the home page make themselves, without the generated clients. */
export const endpoints = {
  authenticated: '/api/v1/auth/authenticated',
  refresh: '/api/v1/auth/refresh',
  logout: '/api/v1/auth/logout',
  // Of the site data what any page may show, and what the home page and the filters of the catalogue do; the
  // countries are some forms'.
  settings: '/api/v1/web?part=settings',
  categoryMenu: '/api/v1/web?part=categoryMenu',
  batches: '/api/v1/batches',
} as const;
