import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '@/lib/queryClient';

/**
 * Gives its children the queries. It stands around screens and other parts that are loaded on
 * demand, not around the app, because the first load of a visitor goes without it.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** The screen with the queries around it. */
export function withQueryProvider(Screen: ComponentType): ComponentType {
  return function QueryingScreen() {
    return (
      <QueryProvider>
        <Screen />
      </QueryProvider>
    );
  };
}
