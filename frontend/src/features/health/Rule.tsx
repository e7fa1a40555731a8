import HoldsIcon from '@mui/icons-material/CheckCircleOutlined';
import BrokenIcon from '@mui/icons-material/ErrorOutlined';
import UncheckedIcon from '@mui/icons-material/HelpOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { InvariantRead } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { TextLink } from '@/components/RouterLinks';
import { Code } from '@/components/record/values';
import { href, paths } from '@/routes/paths';

/** The page for a violation of each invariant; others show the record's ID. */
const places: Record<string, (id: string) => string> = {
  paid_charges_are_settled: (id) => href(paths.payment, { id }),
  other_money_goes_back: (id) => href(paths.payment, { id }),
  refunds_add_up: (id) => href(paths.payment, { id }),
  payments_are_their_charges: (id) => href(paths.payment, { id }),
  accounts_add_up: (id) => href(paths.paymentAccount, { id }),
  seats_are_counted: (id) => href(paths.manageBatch, { uuid: id }),
  payments_are_answered: (id) => href(paths.enrollment, { id }),
  unpaid_seats_are_freed: (id) => href(paths.enrollment, { id }),
  paid_files_are_answered: (id) => href(paths.bulkEnrollment, {}, { id }),
};

/** An invariant: its result, the time of the check, and violations. */
export function Rule({ rule: { name, found, findings, checked_at } }: { rule: InvariantRead }) {
  const { t } = useTranslation();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.5,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <State found={found} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ fontWeight: found ? 600 : 400 }}>{t(`health.rules.${name}`)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {checked_at === null ? (
            t('health.not_yet')
          ) : (
            <Trans
              i18nKey={found === null ? 'health.failed_at' : 'health.checked_at'}
              components={{ date: <DateText value={checked_at} style="datetime" /> }}
            />
          )}
        </Typography>
        {findings.length > 0 && (
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
            {findings.map(({ id, detail }) => (
              <Typography key={id} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                <Place name={name} id={id} /> <bdi>{detail}</bdi>
              </Typography>
            ))}
          </Box>
        )}
        {found !== null && found > findings.length && (
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('health.more', { count: found - findings.length })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function State({ found }: { found: number | null }) {
  const { t } = useTranslation();
  if (found === null) {
    return <UncheckedIcon color="disabled" titleAccess={t('health.states.unchecked')} />;
  }
  if (found) return <BrokenIcon color="error" titleAccess={t('health.states.broken')} />;
  return <HoldsIcon color="success" titleAccess={t('health.states.holds')} />;
}

function Place({ name, id }: { name: string; id: string }) {
  const to = places[name]?.(id);
  return to ? (
    <TextLink to={to}>
      <Code text={id} />
    </TextLink>
  ) : (
    <Code text={id} />
  );
}
