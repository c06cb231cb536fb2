/* Numbers by which generated code names an operation of the runtime or an element type. */
enum kh_operation { OP_ADD, OP_MUL, OP_DIV, OP_FMA, OP_SQRT, OP_SUB };
enum kh_atomic { ATOM_ADD, ATOM_MIN, ATOM_MAX, ATOM_AND, ATOM_OR, ATOM_XOR, ATOM_EXCH, ATOM_CAS, ATOM_INC, ATOM_DEC };
enum kh_atom_flag { ATOM_SIGNED = 1, ATOM_RESULT = 2 };
enum kh_bulk_element { BULK_F32, BULK_F64, BULK_F16, BULK_BF16, BULK_U32, BULK_S32, BULK_U64, BULK_S64 };
/* Fields of a tensor map, as tensormap.replace names them. */
enum kh_map_field {
  MAP_GLOBAL_ADDRESS,
  MAP_RANK,
  MAP_BOX_DIM,
  MAP_GLOBAL_DIM,
  MAP_GLOBAL_STRIDE,
  MAP_ELEMENT_STRIDE,
  MAP_ELEMTYPE,
  MAP_INTERLEAVE_LAYOUT,
  MAP_SWIZZLE_MODE,
  MAP_FILL_MODE,
  MAP_SWIZZLE_ATOMICITY
};
enum kh_redux { REDUX_ADD, REDUX_MIN, REDUX_MAX, REDUX_AND, REDUX_OR, REDUX_XOR };
enum kh_shuffle { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };
enum kh_element { E_F16, E_BF16, E_TF32, E_F64, E_E4M3, E_E5M2, E_U8, E_S8, E_U4, E_S4, E_B1, E_F32, E_S32 };
enum kh_matrix { MATRIX_A, MATRIX_B, MATRIX_C };
enum kh_group_flag {
  GROUP_A_ALONG_M = 1, /* A lies column by column */
  GROUP_B_ALONG_N = 2,
  GROUP_NEGATES_A = 4,
  GROUP_NEGATES_B = 8,
  GROUP_SATURATES = 16
};
enum kh_popc { POPC_XOR, POPC_AND };
enum kh_arrive_flag { ARRIVE_EXPECTS = 1, ARRIVE_DROPS = 2, ARRIVE_INCOMPLETE = 4, ARRIVE_RELAXED = 8 };
/* Kinds of approximation. */
enum kh_inexact {
  INEXACT_EX2_F32,
  INEXACT_EX2_F16,
  INEXACT_EX2_BF16,
  INEXACT_LG2_F32,
  INEXACT_SIN_F32,
  INEXACT_COS_F32,
  INEXACT_TANH_F32,
  INEXACT_TANH_F16,
  INEXACT_TANH_BF16,
  INEXACT_RSQRT_F32,
  INEXACT_SQRT_F32,
  INEXACT_RCP_F32,
  INEXACT_DIV_F32,
  INEXACT_RCP_F64,
  INEXACT_RSQRT_F64,
  INEXACT_NONE, /* rsqrt.approx.f64, for which PTX gives no bound */
};
