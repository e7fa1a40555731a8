import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '@/lib/queryClient';

/**
 * Provides the query client. It wraps screens and other lazy parts, not the app, because a
 * visitor's first load excludes TanStack Query.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Wraps a screen in its own query provider. */
export function withQueryProvider(Screen: ComponentType): ComponentType {
  return function QueryingScreen() {
    return (
      <QueryProvider>
        <Screen />
      </QueryProvider>
    );
  };
}
