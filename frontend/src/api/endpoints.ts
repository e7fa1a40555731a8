/** The few calls that the shell makes itself, before and beside the generated clients. */
export const endpoints = {
  authenticated: '/api/v1/auth/authenticated',
  refresh: '/api/v1/auth/refresh',
  logout: '/api/v1/auth/logout',
  web: '/api/v1/web',
} as const;
