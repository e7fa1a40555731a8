import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InquiryDetail } from '@/api/notifications';
import { listInquiryAssigneesOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { usePersonName } from '@/components/Person';
import { TitledCard } from '@/components/record/TitledCard';
import { useSession } from '@/lib/session';
import { useAssign } from './queries';

/** The assignee; users can assign themselves or someone else. */
export function AssigneeCard({ inquiry }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const { user } = useSession();
  const { data: colleagues = [] } = useQuery(listInquiryAssigneesOptions());
  const { mutate, isPending, error } = useAssign();
  const { id, assignee, version } = inquiry;
  const give = (assigneeId: string | null) =>
    mutate({ path: { inquiry_id: id }, body: { assignee_id: assigneeId, version } });
  const known = colleagues.some((each) => each.user_id === assignee?.user_id);
  const options = assignee && !known ? [assignee, ...colleagues] : colleagues;
  return (
    <TitledCard title={t('inquiries.assignee')} lead={t('inquiries.assignee_hint')}>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
        <ActionError error={error} />
        {assignee && !assignee.answers && (
          <Alert severity="warning">
            {t('inquiries.answers_no_more', { name: nameOf(assignee) })}
          </Alert>
        )}
        <TextField
          select
          label={t('inquiries.assignee')}
          value={assignee?.user_id ?? ''}
          disabled={isPending}
          onChange={(event) => give(event.target.value || null)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('inquiries.nobody')}</MenuItem>
          {options.map((each) => (
            <MenuItem key={each.user_id} value={each.user_id}>
              {nameOf(each)}
            </MenuItem>
          ))}
        </TextField>
        {user && assignee?.user_id !== user.id && (
          <Button
            variant="outlined"
            loading={isPending}
            onClick={() => give(user.id)}
            sx={{ justifySelf: 'start' }}
          >
            {t('inquiries.take')}
          </Button>
        )}
      </Box>
    </TitledCard>
  );
}
