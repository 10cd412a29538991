import { Component, type ReactNode } from 'react'
import { CrashScreen } from './crash-screen.tsx'

interface CrashBoundaryProps {
  children: ReactNode
  /** When it changes (the page's path), the children get another chance. */
  resetKey?: string
}

interface CrashState {
  crashed: boolean
  error?: unknown
}

/** Shows the crash screen in place of children that threw. A class because React has no function for it. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { crashed: false }

  static getDerivedStateFromError(error: unknown): CrashState {
    return { crashed: true, error }
  }

  override componentDidUpdate(before: CrashBoundaryProps): void {
    if (this.state.crashed && before.resetKey !== this.props.resetKey)
      this.setState({ crashed: false, error: undefined })
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashScreen error={this.state.error} /> : this.props.children
  }
}
