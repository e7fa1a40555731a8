import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnDocuments } from '@/api/identity';
import { TitledCard } from '@/components/record/TitledCard';
import { RequiredDocuments } from '@/domain/documents/RequiredDocuments';
import type { Profile } from '@/lib/session';
import { fetchStaffDocument, submissionsQuery, useHandInStaffDocument } from './queries';
import { sections } from './sections';

/** The documents of a staff member, uploaded before approval and renewed later. */
export function DocumentsPanel({ profile, own }: { profile: Profile; own: OwnDocuments }) {
  const { t } = useTranslation();
  const handIn = useHandInStaffDocument();
  const isReturned = profile.approval?.status === 'returned';
  const { data } = useQuery({ ...submissionsQuery(profile.id), enabled: isReturned });
  const remarks = isReturned ? (data?.[0]?.remarks ?? []) : [];
  return (
    <TitledCard
      id={sections.documents}
      title={t('profile.documents')}
      lead={t('profile.documents_lead')}
    >
      <RequiredDocuments
        kinds={own.kinds}
        documents={own.documents}
        editable={own.editable}
        remarks={Object.fromEntries(remarks.map(({ field, text }) => [field, text]))}
        onHandIn={(kind_id, body) =>
          handIn.mutateAsync({ path: { profile_id: profile.id, kind_id }, body })
        }
        fetchDocument={(id) => fetchStaffDocument(profile.id, id)}
      />
    </TitledCard>
  );
}
