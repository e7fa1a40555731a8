import PushIcon from '@mui/icons-material/NotificationsActiveOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PushRead } from '@/api/notifications';
import { ActionError } from '@/components/feedback/ActionError';
import { toast } from '@/lib/toast';
import { canPush, useIsPushed } from './pushDevice';
import { pushQuery } from './queries';

/** Switches push messages on and off in this browser; renders nothing if they are unsupported. */
export function PushCard() {
  const push = useQuery({ ...pushQuery(), enabled: canPush() }).data;
  return push?.firebase || push?.web_push ? <PushSwitch push={push} /> : null;
}

function PushSwitch({ push }: { push: PushRead }) {
  const { t } = useTranslation();
  const isOn = useIsPushed();
  const [permission, setPermission] = useState(Notification.permission);
  const switchOn = useMutation({
    mutationFn: async () => {
      // Ask first, because browsers show the permission prompt only directly after a click.
      const answer = await Notification.requestPermission();
      setPermission(answer);
      const { registerPush } = await import('./push');
      const isReached = await registerPush(push, new AbortController().signal);
      return isReached || answer !== 'granted' ? answer : 'failed';
    },
    onSuccess: (answer) => answer === 'granted' && toast.success(t('notifications.push_is_on')),
  });
  const switchOff = useMutation({
    mutationFn: async () => (await import('./push')).stopPush(),
    onSuccess: () => toast.success(t('notifications.push_is_off')),
  });
  const isDenied = permission === 'denied';
  const change = isOn ? switchOff : switchOn;
  return (
    <Card sx={{ mb: 3, p: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <PushIcon color="primary" aria-hidden />
        <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
            {t(isOn ? 'notifications.push_on' : 'notifications.push')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(isDenied ? 'notifications.push_denied' : 'notifications.push_hint')}
          </Typography>
        </Box>
        {!isDenied && (
          <Button
            variant={isOn ? 'text' : 'contained'}
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {t(isOn ? 'notifications.push_switch_off' : 'notifications.push_switch_on')}
          </Button>
        )}
      </Box>
      {(switchOn.data === 'failed' || switchOn.error) && !switchOn.isPending && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {t('notifications.push_failed')}
        </Alert>
      )}
      {switchOff.error && (
        <Box sx={{ mt: 2 }}>
          <ActionError error={switchOff.error} />
        </Box>
      )}
    </Card>
  );
}
