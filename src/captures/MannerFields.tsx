import { Form, Radio, Slider, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { confirmHours, maxDelaySeconds } from '../../contract/captures/web.ts'

export interface Manner {
  device: 'PC' | 'MOBILE'
  scroll: boolean
  delaySeconds: number
  mode: 1 | 2
}

export const usualManner: Manner = { device: 'PC', scroll: true, delaySeconds: 0, mode: 1 }

/** How pages are captured, the same for one address and for a sheet of them. */
export function MannerFields() {
  const { t } = useTranslation(['console', 'evidence'])
  return (
    <>
      <Form.Item name="device" label={t('console:webForm.device')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 'PC', label: t('evidence:capture.device.desktop') },
            { value: 'MOBILE', label: t('evidence:capture.device.mobile') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="mode"
        label={t('console:webForm.mode')}
        extra={t('console:webForm.modeNote', { hours: confirmHours })}
      >
        <Radio.Group
          optionType="button"
          options={[
            { value: 1, label: t('console:webForm.modeAtOnce') },
            { value: 2, label: t('console:webForm.modeLook') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="scroll"
        label={t('console:webForm.scroll')}
        valuePropName="checked"
        extra={t('console:webForm.scrollNote')}
      >
        <Switch />
      </Form.Item>
      <Form.Item name="delaySeconds" label={t('console:webForm.delay')} extra={t('console:webForm.delayNote')}>
        <Slider
          ariaLabelForHandle={t('console:webForm.delay')}
          min={0}
          max={maxDelaySeconds}
          marks={{ 0: '0', 10: '10', 20: '20', 30: '30' }}
        />
      </Form.Item>
    </>
  )
}
