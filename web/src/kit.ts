/*
 * The web workspace's public door: what a module's web.tsx may use of the core. `import { Button, useAction } from '@atrium/web/kit'`.
 */

export { requireSignIn } from './accounts/sign-in-request.ts'
export { JobProgress } from './activity/parts.ts'
export { type FollowedJob, useJob } from './activity/use-job.ts'
export { useModuleTexts } from './i18n/module-texts.ts'
export { ApiError, api, sentenceFor } from './platform/api.ts'
export { callByLink, linkOffer } from './platform/link-call.ts'
export { useNews } from './platform/live.ts'
export { readAction, useAction, useModuleQuery } from './platform/module-client.ts'
export { useModulePages } from './platform/module-pages.ts'
export { readScope } from './platform/scope.ts'
export { scopedUrl } from './platform/scoped-url.ts'
export { useSession } from './platform/session.ts'
export { storage } from './platform/storage.ts'
export { useAddress } from './platform/use-address.ts'
export { Backlinks } from './records/backlinks.tsx'
export { expectUpload } from './records/expect-upload.ts'
export { collectionUrl, download, ExportMenu, exportUrl } from './records/export-menu.tsx'
export { ImportDialog } from './records/import-dialog.tsx'
export { MarkedText } from './records/marked-text.tsx'
export { ModelButton, useModel } from './records/model-button.tsx'
export { ProposalList } from './records/proposal-list.tsx'
export type { RecordRow, References } from './records/record-actions.ts'
export { RecordDialog } from './records/record-dialog.tsx'
export { RecordForm } from './records/record-form.tsx'
export { RecordHistory } from './records/record-history.tsx'
export { RecordList } from './records/record-list.tsx'
export { RecordPage } from './records/record-page.tsx'
export { SchemaForm } from './records/schema-form.tsx'
export { Trash } from './records/trash.tsx'
export { useReferenceOptions } from './records/use-reference-options.ts'
export { PageFrame } from './shell/page-frame.tsx'
export { usePageTitle } from './shell/page-title.ts'
export { PHONE, useMedia } from './shell/use-media.ts'
export { useShortcut } from './shell/use-shortcut.ts'
export { Avatar } from './ui/avatar.tsx'
export { Badge } from './ui/badge.tsx'
export { Board, type BoardColumn } from './ui/board.tsx'
export { Button, buttonClass, IconButton } from './ui/button.tsx'
export { Calendar, type CalendarItem, type CalendarRange, type CalendarSteps } from './ui/calendar.tsx'
export { Chart } from './ui/chart.tsx'
export type { ChartSeries } from './ui/chart-shapes.ts'
export { useConfirm } from './ui/confirm.tsx'
export { DataTable } from './ui/data-table.tsx'
export { Dialog } from './ui/dialog.tsx'
export { EmptyState } from './ui/empty-state.tsx'
export { controlClass, Field, Select, Switch, TextArea, TextField } from './ui/field.tsx'
export { formatDate, formatNumber, formatSize, minorDigits, money } from './ui/formats.ts'
export { Icon } from './ui/icon.tsx'
export { Kbd } from './ui/kbd.tsx'
export {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
  MenuTrigger,
} from './ui/menu.tsx'
export { Popover } from './ui/popover.tsx'
export { PrintButton } from './ui/print-button.tsx'
export { Progress } from './ui/progress.tsx'
export { SearchField } from './ui/search-field.tsx'
export { Sheet } from './ui/sheet.tsx'
export { Skeleton } from './ui/skeleton.tsx'
export { Spinner } from './ui/spinner.tsx'
export type { Column, Sort } from './ui/table-order.ts'
export { toast } from './ui/toast.tsx'
export { Tooltip } from './ui/tooltip.tsx'
export { VisuallyHidden } from './ui/visually-hidden.tsx'
