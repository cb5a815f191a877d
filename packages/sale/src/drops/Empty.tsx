import s from './Unread.module.css'

export const Empty = ({ title, text }: { title: string; text: string }) => (
  <div className={s.empty}>
    <h3>{title}</h3>
    <p>{text}</p>
  </div>
)
