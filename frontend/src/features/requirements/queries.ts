import { useMutation } from '@tanstack/react-query';
import {
  addRolePeopleMutation,
  createJobRoleMutation,
  deleteJobRoleMutation,
  listJobRolesOptions,
  listOfferedTrainingsOptions,
  removeRolePeopleMutation,
  updateJobRoleMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const rolesQuery = listJobRolesOptions();
export const offeredQuery = listOfferedTrainingsOptions();

const useChanged = () => useInvalidate('requirements');

export const useAddRole = () =>
  useMutation({ ...createJobRoleMutation(), onSuccess: useChanged() });
export const useEditRole = () =>
  useMutation({ ...updateJobRoleMutation(), onSuccess: useChanged() });
export const useDeleteRole = () =>
  useMutation({ ...deleteJobRoleMutation(), onSuccess: useChanged() });
export const useGiveRole = () =>
  useMutation({ ...addRolePeopleMutation(), onSuccess: useChanged() });
export const useTakeRole = () =>
  useMutation({ ...removeRolePeopleMutation(), onSuccess: useChanged() });
