import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FeeRead } from '@/api/catalog';
import { countText } from '@/components/list/countText';
import type { PageMeta } from '@/components/list/list';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import type { Any } from '@/lib/any';
import { formatDate, formatMoney } from '@/lib/format';
import { paths, type RouteName } from '@/routes/paths';
import type { PayingType } from './lists';
import {
  countOfCities,
  countOfDocuments,
  countOfStates,
  countryCountQuery,
  feesQuery,
  settingsQuery,
} from './queries';

/** All platform settings with their current values. */
export default function SettingsPage() {
  const { t } = useTranslation();
  return (
    <PageContainer title={t('routes.settings')} subtitle={t('settings.lead')}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
        }}
      >
        <Names />
        <Counted route="settingsCountry" query={countryCountQuery()} noun="countries" />
        <Counted route="settingsState" query={countOfStates()} noun="states" />
        <Counted route="settingsCities" query={countOfCities()} noun="cities" />
        <Counted route="settingsDocuments" query={countOfDocuments()} noun="documents" />
        <Fee route="settingsOrganizationFee" of="organization" />
        <Fee route="settingsStaffFee" of="staff" />
        <Fee route="settingsCandidateFee" of="candidate" />
        <Area route="settingsNotices" text={t('settings.notices')} />
        <Area route="settingsDeliveries" text={t('settings.deliveries')} />
        <Area route="settingsPages" text={t('settings.pages')} />
        <Area route="settingsSignIn" text={t('settings.sign_in')} />
      </Box>
    </PageContainer>
  );
}

/** A settings area with a link; `text` summarizes its values, undefined while loading. */
function Area({ route, text, note }: { route: RouteName; text: ReactNode; note?: ReactNode }) {
  const { t } = useTranslation();
  if (!useOpens()(route)) return null;
  return (
    <Card>
      <CardActionArea component={Link} to={paths[route]} sx={{ p: 2.5, height: 1 }}>
        <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
          {t(`routes.${route}`)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {text || <Skeleton width="60%" />}
        </Typography>
        {note && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {note}
          </Typography>
        )}
      </CardActionArea>
    </Card>
  );
}

function Names() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error } = useQuery(settingsQuery());
  const general = data?.data.general;
  const text = general && [localized(general, 'product_name', locale), general.support_email];
  return <Area route="settingsGlobal" text={error ? t('settings.unknown') : text?.join(' · ')} />;
}

interface CountedProps {
  route: RouteName;
  query: UseQueryOptions<Any, Any, { meta: PageMeta }, Any>;
  noun: 'countries' | 'states' | 'cities' | 'documents';
}

function Counted({ route, query, noun }: CountedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error } = useQuery(query);
  const number = data && countText(data.meta, locale);
  const text = data && t(`settings.count.${noun}`, { count: data.meta.total, number });
  return <Area route={route} text={error ? t('settings.unknown') : text} />;
}

function Fee({ route, of }: { route: RouteName; of: PayingType }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error } = useQuery(feesQuery());
  const mine = data?.data.filter(({ profile_type }) => profile_type === of);
  const now = mine?.find(({ status }) => status === 'in_effect');
  // The list starts with the latest.
  const next = mine?.findLast(({ status }) => status === 'planned');
  const amount = (fee: FeeRead) =>
    fee.amount_minor === 0 ? t('fees.free') : formatMoney(fee.amount_minor, fee.currency, locale);
  const present = now && t('settings.fee_now', { amount: amount(now) });
  return (
    <Area
      route={route}
      text={error ? t('settings.unknown') : mine && (present ?? t('fees.none'))}
      note={
        next &&
        t('settings.fee_next', {
          amount: amount(next),
          day: formatDate(next.valid_from, locale),
        })
      }
    />
  );
}
