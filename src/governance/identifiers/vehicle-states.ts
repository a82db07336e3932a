/** State and union territory codes on number plates and licences (Central Motor Vehicles Rules 1989). */
export const VEHICLE_STATES: ReadonlySet<string> = new Set(
  'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK UP WB'.split(
    ' ',
  ),
);
