import { ABI, Serializer } from '@wharfkit/antelope'

const field = (written: string) => {
  const [name = '', type = ''] = written.split(':')
  return { name, type }
}

const contract = (actions: Record<string, string>) =>
  ABI.from({
    version: 'eosio::abi/1.2',
    structs: Object.entries(actions).map(([name, fields]) => ({
      name,
      base: '',
      fields: fields ? fields.split(' ').map(field) : [],
    })),
    actions: Object.keys(actions).map((name) => ({ name, type: name, ricardian_contract: '' })),
  })

/** The contracts of the stand-in chain, by account: those of a purchase, and those of which wallets add actions. */
export const CONTRACTS: Record<string, ABI> = {
  'eosio.token': contract({ transfer: 'from:name to:name quantity:asset memo:string' }),
  fieldhouse: contract({
    buypack: 'buyer:name drop_id:uint64 amount:uint32 intended_delphi_median:uint64 partner_code:name',
  }),
  'boost.wax': contract({ noop: '' }),
  eosio: contract({ buyrambytes: 'payer:name receiver:name bytes:uint32' }),
}

/** As a node writes it. */
export const rawAbiOf = (account: string): string => {
  const abi = CONTRACTS[account]
  return abi ? Serializer.encode({ object: abi }).hexString : ''
}
