import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EnrolledCandidate } from '@/api/enrollment';
import { localized, useLocale } from '@/i18n';

/** Gives what to call a candidate; the names come a moment after the enrollment. */
export function useCandidateName(): (candidate: EnrolledCandidate) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (candidate) =>
    localized(candidate, 'name', locale) || candidate.username || t('enrollments.unknown');
}

/** A candidate's picture, name and address. */
export function CandidateName({
  candidate,
  size = 36,
}: {
  candidate: EnrolledCandidate;
  size?: number;
}) {
  const name = useCandidateName()(candidate);
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minWidth: 0 }}>
      <Avatar
        src={candidate.image_url ?? undefined}
        alt=""
        sx={{ width: size, height: size, fontSize: size / 2.4, bgcolor: 'primary.main' }}
      >
        {name.slice(0, 1)}
      </Avatar>
      <Box sx={{ minWidth: 0, lineHeight: 1.4, textAlign: 'start' }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        {candidate.email && (
          // Left is mirrored with the page; what does not fit is cut at the end of the address.
          <Typography
            variant="body2"
            noWrap
            dir="ltr"
            sx={{ color: 'text.secondary', textAlign: 'left' }}
          >
            {candidate.email}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
