/** Permissions that have no effect for admins, with the profiles that they apply to. */
export const profilesByPermission: Partial<
  Record<string, 'organization' | 'organization_and_staff'>
> = {
  'create-training': 'organization',
  'view-enrollments-requests': 'organization',
  'view-staff': 'organization',
  'add-staff': 'organization',
  'edit-staff': 'organization',
  'update-certificate-design': 'organization_and_staff',
};
