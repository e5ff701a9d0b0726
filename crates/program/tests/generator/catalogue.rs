//! Random catalogues.

use program::Catalogue;
use program::catalogue::{
    ApiCallable, ApiField, ApiItem, ApiKept, ApiPass, ApiPassing, ApiType, ApiTypeId, Holds,
};

use super::Generator;

impl Generator {
    pub(super) fn catalogue(&mut self) -> Catalogue {
        Catalogue {
            types: self.many(self.sizes.types, Self::api_type),
            items: self.list(5, |make, _| make.api_item()),
        }
    }

    fn type_id(&mut self) -> ApiTypeId {
        self.id(self.sizes.types)
    }

    fn api_type(&mut self, index: usize) -> ApiType {
        let (bits, signed) = (self.random.u8(..), self.random.bool());
        match self.random.u32(..16) {
            0 => ApiType::Void,
            1 => ApiType::Bool,
            2 => ApiType::Int { bits, signed },
            3 => ApiType::Char { bits, signed },
            4 => ApiType::F32,
            5 => ApiType::F64,
            6 => ApiType::Pointer(self.type_id()),
            7 => ApiType::Array {
                element: self.type_id(),
                length: self.maybe(|make| make.random.u32(..)),
            },
            8 => ApiType::Record {
                name: self.name(index),
                union: self.random.bool(),
                size: self.random.u32(..64),
                fields: self.list(3, |make, index| ApiField {
                    name: make.name(index),
                    ty: make.type_id(),
                    offset: make.random.u32(..64),
                    bits: make.maybe(|make| (make.random.u8(..), make.random.u8(..))),
                }),
            },
            9 => ApiType::Enum {
                name: self.name(index),
                bits,
                signed,
                enumerators: self.list(3, |make, index| {
                    (make.name(index), make.random.i128(..) >> make.random.u32(..128))
                }),
            },
            10 => ApiType::Function {
                params: self.list(3, |make, _| make.type_id()),
                result: self.type_id(),
                variadic: self.random.bool(),
            },
            // Names are not unique here, so that labels have to be.
            11 => ApiType::Alias { name: self.name(0), of: self.type_id() },
            12 => ApiType::Opaque(self.name(0)),
            14 => ApiType::Const(self.type_id()),
            13 => ApiType::Managed { class: self.class_id(), element: self.type_id() },
            _ => ApiType::Class(self.class_id()),
        }
    }

    fn api_item(&mut self) -> ApiItem {
        match self.random.u32(..11) {
            10 => ApiItem::Kept(ApiKept {
                global: self.global_id(),
                offset: self.random.u32(..64),
                holds: match self.random.bool() {
                    true => Holds::Value(self.ty()),
                    false => Holds::Typed(self.type_id()),
                },
                name: self.name(0),
            }),
            5 => ApiItem::ReadOnly(self.type_id()),
            7 => ApiItem::Fits { given: self.type_id(), wanted: self.type_id() },
            9 => ApiItem::Receiver(self.function_id()),
            8 => ApiItem::Enters { function: self.function_id(), inner: self.function_id() },
            6 => ApiItem::Passing(ApiPassing {
                function: self.function_id(),
                hidden_result: self.random.bool(),
                params: self.list(4, |make, _| match make.random.u32(..3) {
                    0 => ApiPass::Value,
                    1 => ApiPass::Address,
                    _ => ApiPass::Parts(make.list(3, |make, _| make.random.u32(..64))),
                }),
            }),
            0 => ApiItem::Function(self.callable()),
            1 => ApiItem::Constructor { class: self.class_id(), callable: self.callable() },
            2 => ApiItem::Method { class: self.class_id(), callable: self.callable() },
            3 => ApiItem::Field { class: self.class_id(), name: self.name(0), ty: self.type_id() },
            _ => ApiItem::Global { global: self.global_id(), ty: self.type_id() },
        }
    }

    fn callable(&mut self) -> ApiCallable {
        ApiCallable {
            function: self.function_id(),
            params: self.list(3, |make, index| (make.name(index), make.type_id())),
            result: self.type_id(),
        }
    }
}
