/** Empty component in place of a library's optional part that was left out of the bundle; nothing of ours renders it. */
const Absent = () => null
export default Absent
export const PageContainer = Absent
export const PageHeader = Absent
export const ProBreadcrumb = Absent
