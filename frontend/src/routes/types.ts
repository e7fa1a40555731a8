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
 * Who a page is for, before any permission: everybody; only visitors without a session; somebody
 * who has yet to verify; any user; or users of the listed profiles, roles or permissions.
 */
type Audience = 'public' | 'guest' | 'unverified' | 'authenticated' | 'restricted';

/** The gates in the order in which they are applied. */
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
  /** Admins need all of these besides, since the page reads what they guard. */
  needs?: readonly string[];
  /** Staff need one of these roles besides. */
  staffRoles?: readonly string[];
  /** Gates that this page does not apply, besides those its audience spares it. */
  exempt?: readonly Gate[];
}

/** The screens of a feature: for each route, the module whose default export shows it. */
export type Screens = Partial<Record<RouteName, () => Promise<Screen>>>;

interface Screen {
  default: ComponentType;
  /** Asks for what the page shows first; never fails. A poster stays until that is there. */
  begin?: (params: Params) => Promise<unknown>;
}

/** What pages and layouts can know of the matched routes. */
export interface RouteHandle {
  /** Of a page. */
  name?: RouteName;
  /** Of a layout: what stands around it leads nowhere else. */
  plain?: boolean;
}
