import type { ComponentType } from 'react';
import type { Params } from 'react-router';
import type { ProfileType } from '@/api/identity';
import type { RouteName } from './paths';

export type Layout =
  | 'announcement'
  | 'candidate'
  | 'dashboard'
  | 'default'
  | 'empty'
  | 'enroll-candidate'
  | 'settings'
  | 'training';

/**
 * The audience of a page, before permissions: everyone, visitors without a session, unverified
 * users, any user, or users of the listed profiles, roles or permissions.
 */
type Audience = 'public' | 'guest' | 'unverified' | 'authenticated' | 'restricted';

/** The gates in order of application. */
export type Gate =
  | 'verification'
  | 'second_factor'
  | 'identity'
  | 'approval'
  | 'picture'
  | 'payment';

export interface RouteAccess {
  layout: Layout;
  who: Audience;
  profiles?: readonly ProfileType[];
  roles?: readonly string[];
  permissions?: readonly string[];
  /** Permissions that admins also need, because the page calls endpoints that require them. */
  needs?: readonly string[];
  /** Staff members need one of these roles. */
  staffRoles?: readonly string[];
  /** Gates that this page skips in addition to those its audience skips. */
  exempt?: readonly Gate[];
}

/** The screens of a feature: the module of each route, with a default export. */
export type Screens = Partial<Record<RouteName, () => Promise<Screen>>>;

interface Screen {
  default: ComponentType;
  /** Prefetches the first data of the page; never rejects. The poster stays until it resolves. */
  begin?: (params: Params) => Promise<unknown>;
}

/** The route metadata that pages and layouts can read. */
export interface RouteHandle {
  /** The name of a page. */
  name?: RouteName;
  /** Set by a layout without links to other pages. */
  plain?: boolean;
}
