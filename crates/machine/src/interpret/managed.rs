//! Managed objects: making them, asking for their class, initialising classes.

use super::{Interpreter, stop_at};
use crate::code::{NO_SLOT, Slot};
use crate::domain::{Domain, Shaded};
use crate::memory::{ObjectKind, address};
use crate::model::Stop;
use program::{BinaryOp, CheckKind, ClassId, CompareOp, ConvertOp, Id, Type};
use term::Sort;
use trace::{Limit, Origin, Reason, TrapKind};

/// A new array counts as a step for so many bytes: pages that nobody has touched yet are dear.
const NEW_BYTES_PER_STEP: u64 = 64;

impl<D: Domain> Interpreter<'_, D> {
    pub(super) fn new_object(&mut self, d: Slot, class: u32) -> Result<(), Stop> {
        let object = self.make_managed(ClassId(class))?;
        self.set(d, Type::Ptr, Shaded { bits: object.into(), shadow: D::NONE });
        Ok(())
    }

    /// The object that is asked about.
    fn reference(&mut self, a: Slot) -> u64 {
        let object = self.get(a, Type::Ptr);
        self.object_at(object, Reason::Address)
    }

    /// The object, function or nothing that an address means; a symbolic one is fixed to it.
    pub(super) fn object_at(&mut self, object: Shaded<D::Shadow>, reason: Reason) -> u64 {
        self.check_null(object.shadow);
        self.concretise(Type::Ptr, object, reason) as u64
    }

    /// Makes an object of a class, all zeros.
    pub(crate) fn make_managed(&mut self, class: ClassId) -> Result<u64, Stop> {
        let size = self.core.classes.layout(class).size;
        let size = Shaded { bits: size.into(), shadow: D::NONE };
        self.make_collected(size, ObjectKind::Managed { class: class.0 })
    }

    pub(super) fn new_array(&mut self, d: Slot, a: Slot, class: u32) -> Result<(), Stop> {
        let length = self.get(a, Type::I32);
        let array = self.make_array(ClassId(class), length)?;
        self.set(d, Type::Ptr, Shaded { bits: array.into(), shadow: D::NONE });
        Ok(())
    }

    /// Makes an array of a class, all zeros; a symbolic length stays symbolic.
    pub(crate) fn make_array(
        &mut self,
        class: ClassId,
        length: Shaded<D::Shadow>,
    ) -> Result<u64, Stop> {
        self.limit_length(length)?;
        let element = self.core.classes.layout(class).element;
        let bits = length.bits * u128::from(element);
        // What there is no memory for costs nothing.
        if bits <= u128::from(self.core.config.memory) {
            self.core.steps += bits as u64 / NEW_BYTES_PER_STEP;
            if self.core.steps > self.core.step_limit {
                return Err(Stop::Limit(Limit::Steps));
            }
        }
        let kind = ObjectKind::Array { class: class.0, length: length.bits as u32 };
        let term = self.domain.term(length.shadow);
        let mut shadow = D::NONE;
        if let (Some(term), Some(concolic)) = (term, self.domain.concolic()) {
            let pool = &mut concolic.pool;
            let wide = pool.convert(ConvertOp::ZExt, Sort::Bits(64), term);
            let element = pool.bits(64, element.into());
            let size = pool.binary(BinaryOp::Mul, wide, element);
            shadow = self.domain.of_term(Some(size));
        }
        let array = self.make_collected(Shaded { bits, shadow }, kind)?;
        if let (Some(term), Some(concolic)) = (term, self.domain.concolic()) {
            concolic.lengths.insert(address::tag(array), term);
        }
        Ok(array)
    }

    /// A length must not be negative; of a symbolic one that becomes a clause.
    fn limit_length(&mut self, length: Shaded<D::Shadow>) -> Result<(), Stop> {
        let inside = length.bits as i32 >= 0;
        let term = self.domain.term(length.shadow);
        // Lengths that a scenario asks for have a limit of their own.
        if !self.core.frames.is_empty()
            && let (Some(term), Some(concolic)) = (term, self.domain.concolic())
        {
            let zero = concolic.pool.bits(32, 0);
            let test = concolic.pool.compare(CompareOp::Sge, term, zero);
            let point = self.core.point();
            self.assert(Some(test), inside, Origin::Access { point, inside });
        }
        if inside { Ok(()) } else { Err(Stop::Trap(TrapKind::Check(CheckKind::Size))) }
    }

    pub(super) fn array_length(&mut self, d: Slot, a: Slot) -> Result<(), Stop> {
        let array = self.reference(a);
        let length = self.length_of(array)?;
        self.set(d, Type::I32, length);
        Ok(())
    }

    /// How many elements an array has.
    pub(super) fn length_of(&mut self, array: u64) -> Result<Shaded<D::Shadow>, Stop> {
        let Ok(ObjectKind::Array { length, .. }) = self.core.memory.kind(array) else {
            return Err(self.not_managed(array));
        };
        let term = self
            .domain
            .concolic()
            .and_then(|concolic| concolic.lengths.get(&address::tag(array)).copied());
        let shadow = if D::SYMBOLIC { self.domain.of_term(term) } else { D::NONE };
        Ok(Shaded { bits: length.into(), shadow })
    }

    pub(super) fn class_of(&mut self, d: Slot, a: Slot) -> Result<(), Stop> {
        let object = self.reference(a);
        let class = self.core.class_of(object).ok_or_else(|| self.not_managed(object))?;
        self.set(d, Type::I32, Shaded { bits: class.0.into(), shadow: D::NONE });
        Ok(())
    }

    /// Whether an object is an instance of a class; `null` says what null is.
    pub(super) fn instance_of(
        &mut self,
        d: Slot,
        a: Slot,
        class: u32,
        null: bool,
    ) -> Result<(), Stop> {
        let asked = self.get(a, Type::Ptr);
        let object = self.concretise(Type::Ptr, asked, Reason::Address) as u64;
        let is = self.core.classes.is_instance(&self.core.memory, object, ClassId(class), null);
        let is = is.ok_or_else(|| self.not_managed(object))?;
        let shadow = match self.instance_symbol(asked.shadow, ClassId(class), null, is) {
            Some(shadow) => shadow,
            None => self.unless_null(asked, is, null),
        };
        self.set(d, Type::BOOL, Shaded { bits: is.into(), shadow });
        Ok(())
    }

    /// Whether an array may hold an object.
    pub(super) fn may_store(&mut self, d: Slot, a: Slot, v: Slot) -> Result<(), Stop> {
        let (array, stored) = (self.reference(a), self.get(v, Type::Ptr));
        let value = self.concretise(Type::Ptr, stored, Reason::Address) as u64;
        self.core.class_of(array).ok_or_else(|| self.not_managed(array))?;
        let is = self.core.classes.may_store(&self.core.memory, array, value);
        let is = is.ok_or_else(|| self.not_managed(value))?;
        let shadow = self.unless_null(stored, is, true);
        self.set(d, Type::BOOL, Shaded { bits: is.into(), shadow });
        Ok(())
    }

    /// Where it is kept whether a class's initialiser was started.
    pub(super) fn class_state_at(&self, class: ClassId) -> u64 {
        self.core.class_states + u64::from(class.0)
    }

    /// Runs the initialiser of a class unless that was begun before; also while it is still running.
    pub(super) fn init_class(&mut self, class: u32) -> Result<(), Stop> {
        let state = self.core.class_states + u64::from(class);
        if self.core.memory.load(state, 1).map_err(stop_at)? == 0 {
            self.core.memory.store(state, 1, 1).map_err(stop_at)?;
            if let Some(initializer) = self.core.program.classes[ClassId(class)].initializer {
                let function = self.core.point().function;
                return self.call(initializer, NO_SLOT, self.core.code.windows[function.index()]);
            }
        }
        self.core.pc += 1;
        Ok(())
    }
}
