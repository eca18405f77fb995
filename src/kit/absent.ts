/** Stands where a library's optional part was left out of the bundle; nothing of ours renders it. */
const Absent = () => null
export default Absent
export const PageContainer = Absent
export const ProBreadcrumb = Absent
