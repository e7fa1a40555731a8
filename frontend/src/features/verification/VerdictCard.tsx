import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { Code } from '@/components/record/values';
import { localized, useBrand, useLocale } from '@/i18n';
import { formatDate, formatDateRange } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { BothCalendars } from './BothCalendars';
import { SignatureNote } from './SignatureNote';
import type { CertificateFacts, Verdict } from './verdict';
import { verdictStyles } from './verdictStyle';

interface VerdictCardProps {
  verdict: Verdict;
  /** Focused when the result arrives. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Suggests a comparison with the user's paper or file, which may differ. */
  compare?: boolean;
  actions?: ReactNode;
}

/** The verdict on a certificate, its meaning, the next step and the certificate's data. */
export function VerdictCard({ verdict, headingRef, compare = false, actions }: VerdictCardProps) {
  const { state, shown, signature, asOf } = verdict;
  const { color, Icon } = verdictStyles[state];
  const { t } = useTranslation();
  return (
    <Card sx={{ borderTop: 6, borderTopStyle: 'solid', borderTopColor: `${color}.main` }}>
      <Box sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2.5 }}>
        <Box sx={{ display: 'flex', gap: { xs: 1.5, sm: 2.5 } }}>
          <Icon aria-hidden sx={{ fontSize: { xs: 36, sm: 52 }, color: `${color}.main` }} />
          <Box sx={{ minWidth: 0 }}>
            <Typography ref={headingRef} tabIndex={-1} variant="h3" component="h2">
              {t(`verification.states.${state}.title`)}
            </Typography>
            <VerdictText verdict={verdict} />
          </Box>
        </Box>
        {asOf && (
          <Alert severity="info">
            <Trans
              i18nKey="verification.as_of"
              components={{ date: <DateText value={asOf.toISOString()} style="datetime" /> }}
            />
          </Alert>
        )}
        {shown && <ShownDetails shown={shown} />}
        {shown && compare && <Alert severity="info">{t('verification.compare')}</Alert>}
        {state !== 'unknown' && state !== 'forged' && <SignatureNote signature={signature} />}
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
            {actions}
          </Box>
        )}
      </Box>
    </Card>
  );
}

function VerdictText({ verdict }: { verdict: Verdict }) {
  const { state, shown, forgery, supersededBy, suspendedOn, revokedOn, revokedKind } = verdict;
  const { t } = useTranslation();
  const locale = useLocale();
  const brand = useBrand();
  const day = (value: string | null | undefined) => (value ? formatDate(value, locale) : '–');
  // If the signature could not be checked, the text states that reason.
  const key = state === 'unsure' && verdict.signature !== 'good' ? verdict.signature : state;
  const values = {
    brand,
    until: day(shown?.expires_on),
    suspended: day(suspendedOn),
    revoked: day(revokedOn),
  };
  return (
    <Box sx={{ mt: 0.75, display: 'grid', gap: 1, maxWidth: 640 }}>
      <Typography>{t(`verification.states.${key}.meaning`, values)}</Typography>
      {state === 'revoked' && revokedKind && (
        <Typography>
          {t('verification.reason', { reason: t(`verification.revoked.${revokedKind}`) })}
        </Typography>
      )}
      {forgery && <Typography>{t(`verification.forgery.${forgery}`, { brand })}</Typography>}
      <Typography sx={{ fontWeight: 600 }}>{t(`verification.states.${key}.todo`)}</Typography>
      {state === 'superseded' && supersededBy && (
        <Box>
          <LinkButton
            variant="contained"
            to={href(paths.publicCertificate, { number: supersededBy })}
            sx={{ mt: 0.5 }}
          >
            {t('verification.newer', { number: supersededBy })}
          </LinkButton>
        </Box>
      )}
    </Box>
  );
}

function ShownDetails({ shown }: { shown: CertificateFacts }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { names, started_on, ended_on, issued_on, expires_on, number } = shown;
  return (
    <Box sx={{ pt: 0.5, borderTop: 1, borderColor: 'divider' }}>
      <Details
        entries={[
          [
            t('verification.holder'),
            names.map((name) => (
              // Both scripts are aligned with the page's start.
              <Box key={name} sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
                <bdi>{name}</bdi>
              </Box>
            )),
          ],
          [t('verification.training'), localized(shown, 'training_title', locale)],
          [t('verification.organization'), localized(shown, 'organization_name', locale)],
          started_on &&
            ended_on && [t('verification.held'), formatDateRange(started_on, ended_on, locale)],
          [t('verification.issued'), <BothCalendars key="issued" day={issued_on} />],
          [
            t('verification.until'),
            expires_on ? (
              <BothCalendars key="until" day={expires_on} />
            ) : (
              t('verification.without_end')
            ),
          ],
          [t('verification.number'), <Code key="number" text={number} />],
        ]}
      />
    </Box>
  );
}
