import { App, Button } from 'antd'
import { useNavigate } from 'react-router'

const SHOWN_SECONDS = 10

export interface Step {
  label: string
  to: string
}

/** Shows what was done and possible next steps. */
export function useStepsToast(): (done: string, steps: readonly Step[]) => void {
  const { message } = App.useApp()
  const navigate = useNavigate()
  return (done, steps) => {
    const key = `steps-${Date.now()}`
    const go = (to: string) => {
      message.destroy(key)
      navigate(to)
    }
    message.success({
      key,
      duration: SHOWN_SECONDS,
      content: (
        <>
          <span>{done}</span>
          {steps.map(({ label, to }) => (
            <Button key={to} type="link" size="small" onClick={() => go(to)}>
              {label}
            </Button>
          ))}
        </>
      ),
    })
  }
}
