//! Fields that the virtual machine adds to classes of the library, for its own use.

use classfile::descriptor::JType;

/// The fields added to a class: name and type.
pub(super) fn injected(class: &str) -> &'static [(&'static str, JType)] {
    match class {
        // Which class a `Class` object stands for: the number of it in the program.
        "java/lang/Class" => &[("$class", JType::Int)],
        // Where a member lies or which method it is, once it is resolved.
        "java/lang/invoke/MemberName" => &[("$index", JType::Long)],
        // Which function a resolved method is.
        "java/lang/invoke/ResolvedMethodName" => &[("$function", JType::Int)],
        // The bytecode instruction that met the null, counted from 1; 0 if the virtual machine did not
        // throw it.
        "java/lang/NullPointerException" => &[("$at", JType::Int)],
        _ => &[],
    }
}
