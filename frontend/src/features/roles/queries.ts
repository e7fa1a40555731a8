import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createRoleMutation,
  deleteRoleMutation,
  getPermissionMatrixOptions,
  getPermissionMatrixQueryKey,
  getRoleOptions,
  updatePermissionMatrixMutation,
  updateRoleMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const roleQuery = (roleId: string) => getRoleOptions({ path: { role_id: roleId } });
export const matrixQuery = () => getPermissionMatrixOptions();

export const useAddRole = () =>
  useMutation({ ...createRoleMutation(), onSuccess: useInvalidate('roles') });

export const useRenameRole = () =>
  useMutation({ ...updateRoleMutation(), onSuccess: useInvalidate('roles', 'users') });

export const useDeleteRole = () =>
  useMutation({ ...deleteRoleMutation(), onSuccess: useInvalidate('roles') });

/** Saves permissions; the response is the whole matrix. */
export function useSaveMatrix() {
  const client = useQueryClient();
  const refresh = useInvalidate('roles', 'users');
  return useMutation({
    ...updatePermissionMatrixMutation(),
    onSuccess: (matrix) => {
      client.setQueryData(getPermissionMatrixQueryKey(), matrix);
      return refresh();
    },
  });
}
