import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BatchRead } from '@/api/catalog';
import type { OrganizationName } from '@/api/identity';
import { FormDialog } from '@/components/form/FormDialog';
import { NumberInput } from '@/components/form/NumberInput';
import { TextInput } from '@/components/form/TextInput';
import { Money } from '@/components/Money';
import { volumePrices } from '@/domain/volumePrices';
import { useZodForm, z } from '@/lib/forms';
import { useSession } from '@/lib/session';
import { ForOrganization } from './ForOrganization';
import { useBuySeats } from './queries';

const MAX_SEATS = 10_000;
const ORDER_LENGTH = 60;
const schema = z.object({
  seats: z.int().check(z.gte(1), z.lte(MAX_SEATS)),
  purchase_order: z.string().check(z.trim(), z.maxLength(ORDER_LENGTH)),
});

/** Returns the price per seat for this quantity, in minor units. */
const getPrice = (batch: BatchRead, seats: number) =>
  volumePrices(batch).findLast(({ people }) => seats >= people)?.price_minor ?? batch.price_minor;

/** Buys seats without names after showing the total; the payment follows. */
export function BuySeatsDialog({ batch, onClose }: { batch: BatchRead; onClose: () => void }) {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const [, setParams] = useSearchParams();
  const [organization, setOrganization] = useState<OrganizationName | null>(null);
  // The idempotency key of this dialog: a retry creates no second purchase.
  const [key] = useState(() => crypto.randomUUID());
  const buy = useBuySeats();
  const form = useZodForm(schema, { seats: null as unknown as number, purchase_order: '' });
  const seats = useWatch({ control: form.control, name: 'seats' }) ?? 0;
  const unit = getPrice(batch, seats);
  return (
    <FormDialog
      form={form}
      title={t('bulk_enrollments.bought.buy')}
      text={t('bulk_enrollments.bought.terms')}
      saveLabel={t('bulk_enrollments.bought.confirm')}
      onSave={async (values) => {
        const bulk = await buy.mutateAsync({
          body: {
            ...values,
            batch_id: batch.id,
            organization_id: organization?.id,
            total_minor: values.seats * getPrice(batch, values.seats),
          },
          headers: { 'Idempotency-Key': `${key}-${values.seats}` },
        });
        setParams({ id: bulk.id });
      }}
      onClose={onClose}
    >
      {isAdmin && <ForOrganization value={organization} onChange={setOrganization} />}
      <NumberInput
        control={form.control}
        name="seats"
        label={t('bulk_enrollments.bought.seats')}
        hint={t('bulk_enrollments.bought.left', { count: batch.seats_left })}
        required
      />
      <TextInput
        control={form.control}
        name="purchase_order"
        label={t('bulk_enrollments.purchase_order')}
        hint={t('bulk_enrollments.purchase_order_hint')}
        slotProps={{ htmlInput: { maxLength: ORDER_LENGTH, dir: 'auto' } }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('bulk_enrollments.seats', { count: seats })} ×{' '}
          <Money amount={unit} currency={batch.currency} />
        </Typography>
        <Typography variant="h5" component="p">
          <Money amount={seats * unit} currency={batch.currency} />
        </Typography>
      </Box>
    </FormDialog>
  );
}
