import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApplicationDetail, StaffMember } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Person, usePersonName } from '@/components/Person';
import { LinkButton } from '@/components/RouterLinks';
import { useDebounced } from '@/lib/useDebounced';
import { href, paths } from '@/routes/paths';
import { ApplyFrame, ApplyWait } from './ApplyFrame';
import { staffQuery, useStoreApplication } from './queries';
import { Remarks } from './Remarks';

const MAX_NOTE = 3000;
const OPEN = ['draft', 'returned'] as const;

/** Step one: select staff and answer the questions. */
export default function ApplyStaffPage() {
  const { t } = useTranslation();
  return (
    <ApplyFrame step="staff" title={t('routes.applyStaff')} statuses={OPEN}>
      {(application) => <SelectedStaff key={application.id} application={application} />}
    </ApplyFrame>
  );
}

function SelectedStaff({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const store = useStoreApplication();
  const { announcement } = application;
  const [note, setNote] = useState(application.note);
  const [chosen, setChosen] = useState<readonly StaffMember[]>(application.staff);
  const needed = announcement.staff_needed;
  // Show everything at once, so that the list of people does not push the content below it.
  const { isPending } = useQuery(staffQuery(announcement.id, ''));
  if (isPending) return <ApplyWait />;
  const save = () =>
    store.mutate(
      {
        path: { application_id: application.id },
        body: {
          version: application.version,
          note,
          profile_ids: chosen.map(({ profile_id }) => profile_id),
        },
      },
      { onSuccess: () => void navigate(href(paths.applyReview, { id: announcement.id })) },
    );
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Remarks of={application} />
      <StaffChoice
        announcementId={announcement.id}
        chosen={chosen}
        needed={needed}
        onChange={setChosen}
      />
      <TextField
        multiline
        minRows={4}
        label={t('applications.note')}
        helperText={t('applications.note_hint')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_NOTE } }}
      />
      <ActionError error={store.error} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button variant="contained" size="large" loading={store.isPending} onClick={save}>
          {t('applications.save_and_review')}
        </Button>
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {t('applications.chosen', { count: chosen.length, needed })}
        </Typography>
      </Box>
    </Box>
  );
}

interface StaffChoiceProps {
  announcementId: string;
  chosen: readonly StaffMember[];
  needed: number;
  onChange: (chosen: readonly StaffMember[]) => void;
}

function StaffChoice({ announcementId, chosen, needed, onChange }: StaffChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery(
    staffQuery(announcementId, useDebounced(search)),
  );
  const isChosen = (member: StaffMember) =>
    chosen.some(({ profile_id }) => profile_id === member.profile_id);
  const toggle = (member: StaffMember) =>
    onChange(
      isChosen(member)
        ? chosen.filter(({ profile_id }) => profile_id !== member.profile_id)
        : [...chosen, member],
    );
  const nobody = data?.meta.total === 0 && !search;
  if (nobody) {
    return (
      <EmptyState
        title={t('applications.no_staff')}
        description={t('applications.no_staff_hint')}
        action={
          <LinkButton to={paths.staff} variant="contained">
            {t('routes.staff')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <Card sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        {t('applications.choose', { count: needed })}
      </Typography>
      <TextField
        type="search"
        size="small"
        fullWidth
        label={t('applications.search_staff')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        sx={{ mt: 2 }}
      />
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <List aria-busy={isPending} sx={{ mt: 1, maxHeight: 420, overflow: 'auto' }}>
        {data?.data.map((member) => (
          <MemberRow
            key={member.profile_id}
            member={member}
            chosen={isChosen(member)}
            // A selected person can always be removed.
            disabled={!isChosen(member) && (!canBeChosen(member) || chosen.length >= needed)}
            onToggle={() => toggle(member)}
          />
        ))}
        {data?.data.length === 0 && (
          <ListItem>
            <Typography sx={{ color: 'text.secondary' }}>{t('applications.none_found')}</Typography>
          </ListItem>
        )}
      </List>
    </Card>
  );
}

const canBeChosen = ({ is_eligible, is_taken }: StaffMember) => is_eligible && !is_taken;

interface MemberRowProps {
  member: StaffMember;
  chosen: boolean;
  disabled: boolean;
  onToggle: () => void;
}

function MemberRow({ member, chosen, disabled, onToggle }: MemberRowProps) {
  const { t } = useTranslation();
  const name = usePersonName()(member);
  const why = !member.is_eligible ? 'not_eligible' : member.is_taken ? 'taken' : null;
  return (
    <ListItem disablePadding>
      <ListItemButton dense disabled={disabled} onClick={onToggle} sx={{ gap: 1.5, px: 1 }}>
        <Checkbox
          edge="start"
          checked={chosen}
          tabIndex={-1}
          disableRipple
          slotProps={{ input: { 'aria-label': t('table.select', { name }) } }}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Person person={member} />
        </Box>
        {why && <Chip size="small" label={t(`applications.${why}`)} />}
      </ListItemButton>
    </ListItem>
  );
}
