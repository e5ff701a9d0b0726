//! Arrays: `System.arraycopy` and `java.lang.reflect.Array`.

use super::values::{number, wide};
use super::{Answer, Jvm, Table};
use bytecode::world::ClassKind;
use classfile::descriptor::JType;
use classfile::error::external_type;
use machine::{Stop, Value, argument};
use program::{BinaryOp, ClassId, CompareOp, Type};

pub(super) const TABLE: Table = &[
    ("java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy),
    ("java/lang/reflect/Array.getLength(Ljava/lang/Object;)I", get_length),
    ("java/lang/reflect/Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
    (
        "java/lang/reflect/Array.multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;",
        multi_new_array,
    ),
    ("java/lang/reflect/Array.get(Ljava/lang/Object;I)Ljava/lang/Object;", get),
    ("java/lang/reflect/Array.getBoolean(Ljava/lang/Object;I)Z", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Boolean)
    }),
    ("java/lang/reflect/Array.getByte(Ljava/lang/Object;I)B", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Byte)
    }),
    ("java/lang/reflect/Array.getChar(Ljava/lang/Object;I)C", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Char)
    }),
    ("java/lang/reflect/Array.getShort(Ljava/lang/Object;I)S", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Short)
    }),
    ("java/lang/reflect/Array.getInt(Ljava/lang/Object;I)I", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Int)
    }),
    ("java/lang/reflect/Array.getLong(Ljava/lang/Object;I)J", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Long)
    }),
    ("java/lang/reflect/Array.getFloat(Ljava/lang/Object;I)F", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Float)
    }),
    ("java/lang/reflect/Array.getDouble(Ljava/lang/Object;I)D", |jvm, arguments| {
        get_primitive(jvm, arguments, JType::Double)
    }),
    ("java/lang/reflect/Array.set(Ljava/lang/Object;ILjava/lang/Object;)V", set),
    ("java/lang/reflect/Array.setBoolean(Ljava/lang/Object;IZ)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Boolean)
    }),
    ("java/lang/reflect/Array.setByte(Ljava/lang/Object;IB)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Byte)
    }),
    ("java/lang/reflect/Array.setChar(Ljava/lang/Object;IC)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Char)
    }),
    ("java/lang/reflect/Array.setShort(Ljava/lang/Object;IS)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Short)
    }),
    ("java/lang/reflect/Array.setInt(Ljava/lang/Object;II)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Int)
    }),
    ("java/lang/reflect/Array.setLong(Ljava/lang/Object;IJ)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Long)
    }),
    ("java/lang/reflect/Array.setFloat(Ljava/lang/Object;IF)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Float)
    }),
    ("java/lang/reflect/Array.setDouble(Ljava/lang/Object;ID)V", |jvm, arguments| {
        set_primitive(jvm, arguments, JType::Double)
    }),
];

/// One side of a copy.
struct Side {
    array: Value,
    position: Value,
    length: Value,
    class: ClassId,
    /// The descriptor of the component.
    component: String,
}

fn arraycopy(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let from = jvm.object(arguments, 0)?;
    let to = jvm.object(arguments, 2)?;
    let from = side(jvm, from, argument(arguments, 1)?, "source")?;
    let to = side(jvm, to, argument(arguments, 3)?, "destination")?;
    let count = argument(arguments, 4)?;
    let both_references = is_reference(&from.component) && is_reference(&to.component);
    if from.component != to.component && !both_references {
        let message = format!(
            "arraycopy: type mismatch: can not copy {}[] into {}[]",
            kind(&from.component),
            kind(&to.component)
        );
        return Err(jvm.throw("java/lang/ArrayStoreException", Some(&message)));
    }
    check_range(jvm, &from, &to, count)?;
    let element = jvm.context.program().classes[from.class].element.map_or(1, Type::bytes);
    let place = |jvm: &mut Jvm<'_>, side: &Side| {
        let position = jvm.context.concrete(side.position) as u32;
        Value::pointer(side.array.bits as u64 + u64::from(position) * u64::from(element))
    };
    let (source, target) = (place(jvm, &from), place(jvm, &to));
    let count = jvm.context.concrete(count) as u32;
    if both_references && !jvm.context.is_subtype(from.class, to.class) {
        return copy_checked(jvm, &from, &to, source, target, count);
    }
    let bytes = wide((u64::from(count) * u64::from(element)) as i64);
    jvm.context.copy(target, source, bytes)?;
    Ok(None)
}

fn side(jvm: &mut Jvm<'_>, array: Value, position: Value, role: &str) -> Result<Side, Stop> {
    let class = jvm.context.class_of(array)?;
    let component = jvm.shared.world().info(class).component().map(str::to_owned);
    let Some(component) = component else {
        let name = jvm.external_name(class);
        let message = format!("arraycopy: {role} type {name} is not an array");
        return Err(jvm.throw("java/lang/ArrayStoreException", Some(&message)));
    };
    let length = jvm.context.array_length(array)?;
    Ok(Side { array, position, length, class, component })
}

/// The checks of the JVM, in its order and with its words; each is a clause if it depends on inputs.
fn check_range(jvm: &mut Jvm<'_>, from: &Side, to: &Side, count: Value) -> Result<(), Stop> {
    let zero = number(0);
    let holds = |jvm: &mut Jvm<'_>, op, a, b| {
        let test = jvm.context.compare(op, a, b);
        jvm.context.decide(test)
    };
    let signed = |value: Value| value.bits as u32 as i32;
    let shape = |side: &Side| format!("{}[{}]", kind(&side.component), signed(side.length));
    let mut wrong = None;
    if !holds(jvm, CompareOp::Sge, from.position, zero) {
        wrong = Some(format!(
            "source index {} out of bounds for {}",
            signed(from.position),
            shape(from)
        ));
    } else if !holds(jvm, CompareOp::Sge, to.position, zero) {
        wrong = Some(format!(
            "destination index {} out of bounds for {}",
            signed(to.position),
            shape(to)
        ));
    } else if !holds(jvm, CompareOp::Sge, count, zero) {
        wrong = Some(format!("length {} is negative", signed(count)));
    } else {
        for (side, role) in [(from, "source"), (to, "destination")] {
            // All are at least zero here, so that the sum fits when seen without a sign.
            let end = jvm.context.binary(BinaryOp::Add, side.position, count);
            if wrong.is_none() && !holds(jvm, CompareOp::Ule, end, side.length) {
                wrong = Some(format!(
                    "last {role} index {} out of bounds for {}",
                    end.bits as u32,
                    shape(side)
                ));
            }
        }
    }
    match wrong {
        Some(message) => {
            let message = format!("arraycopy: {message}");
            Err(jvm.throw("java/lang/ArrayIndexOutOfBoundsException", Some(&message)))
        }
        None => Ok(()),
    }
}

/// Copies references one by one: the first that does not fit ends it.
fn copy_checked(
    jvm: &mut Jvm<'_>,
    from: &Side,
    to: &Side,
    source: Value,
    target: Value,
    count: u32,
) -> Answer {
    let wanted = jvm.class_of_descriptor(&to.component)?;
    for index in 0..u64::from(count) {
        let element = jvm.load(source.bits as u64 + 8 * index, JType::Reference)?;
        if element.bits != 0 {
            let class = jvm.context.class_of(element)?;
            if !jvm.context.is_subtype(class, wanted) {
                let message = format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {}[] \
                     to the type of the destination array, {}",
                    external_type(&from.component),
                    external_type(&to.component)
                );
                return Err(jvm.throw("java/lang/ArrayStoreException", Some(&message)));
            }
        }
        jvm.store(target.bits as u64 + 8 * index, JType::Reference, element)?;
    }
    Ok(None)
}

fn is_reference(component: &str) -> bool {
    component.starts_with(['L', '['])
}

/// How the JVM calls the elements of an array in these messages.
fn kind(component: &str) -> String {
    if is_reference(component) { "object array".to_owned() } else { external_type(component) }
}

/// The array that a call is about, and what its elements are.
fn array_of(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<(Value, JType), Stop> {
    let array = jvm.object(arguments, 0)?;
    let class = jvm.context.class_of(array)?;
    let component = jvm.shared.world().info(class).component().map(str::to_owned);
    match component.and_then(|component| classfile::descriptor::field_type(&component)) {
        Some(ty) => Ok((array, ty)),
        None => {
            Err(jvm.throw("java/lang/IllegalArgumentException", Some("Argument is not an array")))
        }
    }
}

fn get_length(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (array, _) = array_of(jvm, arguments)?;
    jvm.context.array_length(array).map(Some)
}

/// The address of the element that a call is about.
fn place(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<(u64, JType, ClassId), Stop> {
    let (array, ty) = array_of(jvm, arguments)?;
    let index = argument(arguments, 1)?;
    let length = jvm.context.array_length(array)?;
    let test = jvm.context.compare(CompareOp::Ult, index, length);
    if !jvm.context.decide(test) {
        return Err(jvm.throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    let index = jvm.context.concrete(index) as u64;
    let class = jvm.context.class_of(array)?;
    Ok((array.bits as u64 + index * u64::from(ty.storage().bytes()), ty, class))
}

fn get(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (at, ty, _) = place(jvm, arguments)?;
    let value = jvm.load(at, ty)?;
    jvm.boxed(ty, value).map(Some)
}

fn get_primitive(jvm: &mut Jvm<'_>, arguments: &[Value], wanted: JType) -> Answer {
    let (at, ty, _) = place(jvm, arguments)?;
    let value = jvm.load(at, ty)?;
    match jvm.widened(ty, wanted, value) {
        Some(value) => Ok(Some(value)),
        None => Err(mismatch(jvm)),
    }
}

fn set(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (at, ty, class) = place(jvm, arguments)?;
    let value = jvm.reference(arguments, 2)?;
    if ty == JType::Reference {
        let component = jvm.shared.world().info(class).component().map(str::to_owned);
        let wanted = jvm.class_of_descriptor(&component.unwrap_or_default())?;
        if value.bits != 0 {
            let class = jvm.context.class_of(value)?;
            if !jvm.context.is_subtype(class, wanted) {
                return Err(jvm.throw(
                    "java/lang/IllegalArgumentException",
                    Some("array element type mismatch"),
                ));
            }
        }
        jvm.store(at, ty, value)?;
        return Ok(None);
    }
    if value.bits == 0 {
        return Err(jvm.throw("java/lang/NullPointerException", None));
    }
    let given = jvm.unboxed(value)?;
    match given.and_then(|(given, value)| jvm.widened(given, ty, value)) {
        Some(value) => {
            jvm.store(at, ty, value)?;
            Ok(None)
        }
        None => Err(mismatch(jvm)),
    }
}

fn set_primitive(jvm: &mut Jvm<'_>, arguments: &[Value], given: JType) -> Answer {
    let (at, ty, _) = place(jvm, arguments)?;
    let value = argument(arguments, 2)?;
    match jvm.widened(given, ty, value) {
        Some(value) => {
            jvm.store(at, ty, value)?;
            Ok(None)
        }
        None => Err(mismatch(jvm)),
    }
}

fn mismatch(jvm: &mut Jvm<'_>) -> Stop {
    jvm.throw("java/lang/IllegalArgumentException", Some("argument type mismatch"))
}

fn new_array(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let component = jvm.class_argument(arguments, 0)?;
    let length = argument(arguments, 1)?;
    let class = array_class(jvm, component, 1)?;
    make(jvm, class, length).map(Some)
}

fn multi_new_array(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let component = jvm.class_argument(arguments, 0)?;
    let sizes = jvm.object(arguments, 1)?;
    let dimensions = jvm.length(sizes)?;
    if dimensions == 0 {
        return Err(jvm.throw("java/lang/IllegalArgumentException", Some("Empty dimensions array")));
    }
    let mut lengths = Vec::new();
    for index in 0..dimensions {
        lengths.push(jvm.load(sizes.bits as u64 + 4 * index as u64, JType::Int)?);
    }
    if let Some(length) = lengths.iter().find(|length| (length.bits as u32 as i32) < 0) {
        let message = (length.bits as u32 as i32).to_string();
        return Err(jvm.throw("java/lang/NegativeArraySizeException", Some(&message)));
    }
    let class = array_class(jvm, component, dimensions)?;
    nested(jvm, class, &lengths).map(Some)
}

fn nested(jvm: &mut Jvm<'_>, class: ClassId, lengths: &[Value]) -> Result<Value, Stop> {
    let array = make(jvm, class, lengths[0])?;
    if lengths.len() > 1 {
        let component = jvm.shared.world().info(class).component().map(str::to_owned);
        let inner = jvm.class_of_descriptor(&component.unwrap_or_default())?;
        for index in 0..u64::from(lengths[0].bits as u32) {
            let element = nested(jvm, inner, &lengths[1..])?;
            jvm.store(array.bits as u64 + 8 * index, JType::Reference, element)?;
        }
    }
    Ok(array)
}

fn make(jvm: &mut Jvm<'_>, class: ClassId, length: Value) -> Result<Value, Stop> {
    let test = jvm.context.compare(CompareOp::Sge, length, number(0));
    if !jvm.context.decide(test) {
        let message = (length.bits as u32 as i32).to_string();
        return Err(jvm.throw("java/lang/NegativeArraySizeException", Some(&message)));
    }
    jvm.context.new_array(class, length)
}

fn array_class(jvm: &mut Jvm<'_>, component: ClassId, dimensions: usize) -> Result<ClassId, Stop> {
    let (descriptor, void) = {
        let world = jvm.shared.world();
        let void = world.info(component).kind == ClassKind::Primitive(JType::Void);
        (world.descriptor(component), void)
    };
    let name = "[".repeat(dimensions) + &descriptor;
    if void || name.len() - name.trim_start_matches('[').len() > 255 {
        return Err(jvm.throw("java/lang/IllegalArgumentException", None));
    }
    jvm.class(&name)
}

impl Jvm<'_> {
    /// A primitive value as one of another type, by a widening conversion; `None` if there is none.
    pub(super) fn widened(&mut self, from: JType, to: JType, value: Value) -> Option<Value> {
        use JType::{Boolean, Byte, Char, Double, Float, Int, Long, Reference, Short, Void};
        use program::ConvertOp;
        if from == to {
            return Some(value);
        }
        let whole = |ty| matches!(ty, Byte | Char | Short | Int | Long);
        let op = match (from, to) {
            (Boolean | Reference | Void, _) | (_, Boolean | Reference | Void | Byte | Char) => {
                return None;
            }
            (Byte, Short) | (Byte | Short | Char, Int) => return Some(value),
            (Byte | Short | Char | Int, Long) => ConvertOp::SExt,
            (Float, Double) => ConvertOp::FToF,
            (from, Float | Double) if whole(from) => ConvertOp::SToF,
            _ => return None,
        };
        Some(self.context.convert(op, to.value(), value))
    }
}
