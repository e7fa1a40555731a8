import { OrganizationDetailsPage } from '@/features/organization';
import { AddressPage } from '@/features/profile';
import { useSession } from '@/lib/session';

/** The details of the profile: an organization's with its documents, of everybody else the address. */
export default function ProfileDetailsPage() {
  const { profile } = useSession();
  return profile?.type === 'organization' ? <OrganizationDetailsPage /> : <AddressPage />;
}
