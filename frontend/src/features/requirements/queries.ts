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

const useInvalidateRequirements = () => useInvalidate('requirements');

export const useAddRole = () =>
  useMutation({ ...createJobRoleMutation(), onSuccess: useInvalidateRequirements() });
export const useEditRole = () =>
  useMutation({ ...updateJobRoleMutation(), onSuccess: useInvalidateRequirements() });
export const useDeleteRole = () =>
  useMutation({ ...deleteJobRoleMutation(), onSuccess: useInvalidateRequirements() });
export const useGiveRole = () =>
  useMutation({ ...addRolePeopleMutation(), onSuccess: useInvalidateRequirements() });
export const useTakeRole = () =>
  useMutation({ ...removeRolePeopleMutation(), onSuccess: useInvalidateRequirements() });
