import { OrganizationDetailsPage } from '@/features/organization';
import { AddressPage } from '@/features/profile';
import { useSession } from '@/lib/session';

/** The profile's details: the organization with its documents, or a candidate's address. */
export default function ProfileDetailsPage() {
  const { profile } = useSession();
  return profile?.type === 'organization' ? <OrganizationDetailsPage /> : <AddressPage />;
}
