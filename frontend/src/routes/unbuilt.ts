import type { RouteName } from './paths';

/** The pages that have no screen yet: no link leads to them. A new screen takes its name away here. */
export const unbuilt: readonly RouteName[] = [];
