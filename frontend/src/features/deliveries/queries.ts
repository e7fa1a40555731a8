import { useMutation } from '@tanstack/react-query';
import { repeatDeliveryMutation } from '@/api/notifications/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const useRepeat = () =>
  useMutation({ ...repeatDeliveryMutation(), onSuccess: useInvalidate('deliveries') });
