import AlertIcon from '@mui/icons-material/NotificationsActiveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AlertRead } from '@/api/catalog';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useDeleteAlert } from './useAlerts';

/** Alerts with remove buttons; `named` adds the training's title. */
export function AlertList({
  alerts,
  named = false,
}: {
  alerts: readonly AlertRead[];
  named?: boolean;
}) {
  if (alerts.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} named={named} />
      ))}
    </Box>
  );
}

function Alert({ alert, named }: { alert: AlertRead; named: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const end = useDeleteAlert();
  const title = localized(alert.training, 'title', locale);
  const city = alert.city ? localized(alert.city, 'name', locale) : t('alerts.all_cities');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-child': { borderBottom: 0 },
      }}
    >
      <AlertIcon fontSize="small" sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {named && (
          <Typography sx={{ fontWeight: 500 }}>
            {alert.training.public ? (
              <TextLink to={href(paths.training, { id: alert.training.id })}>{title}</TextLink>
            ) : (
              title
            )}
          </Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {city}
          {!alert.training.public && ` · ${t('alerts.not_offered')}`}
        </Typography>
      </Box>
      <FailureBeside of={end}>
        <Button
          size="small"
          color="inherit"
          loading={end.isPending}
          aria-label={t('alerts.end_of', { title, city })}
          onClick={() =>
            end.mutate(
              { path: { alert_id: alert.id } },
              {
                onSuccess: () => toast.success(t('alerts.ended')),
              },
            )
          }
        >
          {t('alerts.end')}
        </Button>
      </FailureBeside>
    </Box>
  );
}
