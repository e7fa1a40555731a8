/**
 * Permissions that require others, because their pages call the endpoints of those. The services
 * guard each call separately; `app/permissions.test.tsx` keeps both consistent.
 */
const dependencies: Partial<Record<string, readonly string[]>> = {
  'edit-training': ['view-trainings', 'view-batch'],
  'view-batch-candidates': ['view-batch', 'view-enrollments'],
  'create-bulk-enrollments': ['view-batch'],
  'edit-candidate': ['view-candidates'],
  'edit-category': ['view-category'],
  'create-announcement': ['view-announcement'],
  'edit-announcement': ['view-announcement'],
  'edit-user': ['view-users'],
  'edit-organization': ['view-organization'],
  'create-approval-level': ['view-approval-level'],
  'edit-approval-level': ['view-approval-level'],
  'delete-approval-level': ['view-approval-level'],
  'sort-approval-level': ['view-approval-level'],
};

/** Returns the permissions that a permission depends on. */
export const getDependencies = (slug: string): readonly string[] => dependencies[slug] ?? [];

/** Returns a permission with all its dependencies. */
export const withDependencies = (slug: string): string[] => [
  slug,
  ...getDependencies(slug).flatMap(withDependencies),
];
