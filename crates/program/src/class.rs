//! Classes of managed objects: layout, supertypes, virtual methods, initialisation.

use crate::{ClassId, FuncId, SelectorId, Type};

/// A class, an interface or an array class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The class it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces it names itself.
    pub interfaces: Vec<ClassId>,
    /// Whether it is an interface.
    pub interface: bool,
    /// Size of an instance in bytes, inherited fields included; zero for arrays.
    pub size: u32,
    /// Element type, for an array class.
    pub element: Option<Type>,
    /// Class of the elements, for an array class of references: what is stored must be an instance.
    pub component: Option<ClassId>,
    /// Fields declared here, not those inherited.
    pub fields: Vec<Field>,
    /// Virtual methods declared here, in the order of the text; a look-up goes on in the superclass
    /// and then in the interfaces.
    pub methods: Vec<(SelectorId, FuncId)>,
    /// The function that initialises its static state, run at most once, by `init`. Whether a
    /// superclass is initialised first is up to that function.
    pub initializer: Option<FuncId>,
}

/// An instance field. The class of an object is not a field: the machine keeps it beside the bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where in an instance it lies.
    pub offset: u32,
}
