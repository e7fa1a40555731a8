/** The style of all data grids; in the theme it would load on pages without one. */
export const gridStyle = {
  border: 0,
  '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', lineHeight: 1.35 },
  // Includes the filler beside the last header and the sort arrow.
  '& :is(.MuiDataGrid-columnHeader, .MuiDataGrid-columnHeaders .MuiDataGrid-filler, .MuiDataGrid-columnHeader .MuiDataGrid-sortButton)':
    { backgroundColor: 'var(--mui-palette-surface-soft)' },
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600, fontSize: '0.8125rem' },
};
