//! Expressions: values where they are used, and calls.

use super::body::Body;
use super::overload::{Static, is_meant};
use super::{Inexpressible, Overload, dates, literal, mention, types};
use crate::api::{JavaType, Member, TypeArgument};
use classfile::descriptor::JType;
use program::catalogue::ApiTypeId;
use program::{FuncId, Type};
use scenario::{Argument, Array, Statement, VarId};

/// An array with more elements than this that are not all equal is not written: no method may be that large.
const MOST_ELEMENTS: usize = 2000;

/// Characters of a text that is written wherever it is used.
const SHORT: usize = 16;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub text: String,
    /// The type that a compiler sees; none for `null`.
    pub ty: Option<JavaType>,
    /// Whether a method can be called on it without brackets around it.
    pub primary: bool,
}

impl Expression {
    fn new(text: String, ty: JavaType) -> Self {
        let primary = !text.starts_with(['-', '(']);
        Self { text, ty: Some(ty), primary }
    }

    fn null() -> Self {
        Self { text: "null".to_owned(), ty: None, primary: false }
    }

    /// The same, as another type.
    fn cast(self, to: String, ty: JavaType) -> Self {
        Self { text: format!("({to}) {}", self.text), ty: Some(ty), primary: false }
    }

    fn seen(&self) -> Static {
        self.ty.as_ref().map_or(Static::Null, |ty| Static::Type(ty.descriptor()))
    }
}

/// How a boxed value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Boxing {
    /// By itself: whoever takes it puts it into a box.
    Silent,
    /// As `Integer.valueOf(5)`.
    Explicit,
}

impl<'b> Body<'b> {
    /// The type of a variable.
    pub(super) fn type_of(&self, variable: VarId) -> Option<JavaType> {
        match self.maker(variable)? {
            Statement::Value { ty, of, .. } => self.known(*of, *ty),
            Statement::Array { array, .. } => {
                Some(JavaType::Array(Box::new(self.known(array.of, array.element)?)))
            }
            Statement::Call { function, .. } => match self.context.unit.api.members.get(function) {
                Some(Member::Text) => Some(JavaType::raw("java/lang/String")),
                _ => self.context.result(*function).cloned(),
            },
            _ => None,
        }
    }

    fn known(&self, of: Option<ApiTypeId>, ty: Type) -> Option<JavaType> {
        let guess = match ty {
            Type::Int(1) => 'Z',
            Type::Int(8) => 'B',
            Type::Int(16) => 'S',
            Type::Int(32) => 'I',
            Type::Int(64) => 'J',
            Type::F32 => 'F',
            Type::F64 => 'D',
            _ => '?',
        };
        match of.and_then(|of| self.context.ty(of)) {
            Some(ty) => Some(ty.clone()),
            None if guess == '?' => Some(JavaType::raw("java/lang/Object")),
            None => Some(JavaType::Primitive(guess)),
        }
    }

    /// A value where something of a type is asked for by a declaration: a byte needs no cast there.
    pub(super) fn assigned(
        &mut self,
        argument: &Argument,
        wanted: &JavaType,
    ) -> Result<Expression, Inexpressible> {
        let boxed = wanted.class_name().and_then(JType::wrapped_by);
        let boxed = boxed.filter(|ty| matches!(ty, JType::Byte | JType::Short));
        if let Some(ty) = wanted.primitive().or(boxed)
            && let Some((own, bits)) = self.primitive(argument, wanted)
            && own == ty
        {
            return Ok(Expression::new(literal::plain(ty, bits), wanted.clone()));
        }
        self.value(argument, wanted, Boxing::Silent)
    }

    /// A value where a method takes one: unlike an assignment, a call makes no smaller number of a literal.
    pub(super) fn passed(
        &mut self,
        argument: &Argument,
        wanted: &JavaType,
    ) -> Result<Expression, Inexpressible> {
        self.value(argument, wanted, Boxing::Silent)
    }

    /// The primitive that an argument is, boxed or not, if it is written where it is used.
    fn primitive(&self, argument: &Argument, wanted: &JavaType) -> Option<(JType, u64)> {
        match argument {
            Argument::Literal(bits) => Some((wanted.primitive()?, *bits as u64)),
            Argument::Variable(variable) => match self.maker(*variable)? {
                Statement::Value { bits, .. } => {
                    Some((self.type_of(*variable)?.primitive()?, *bits as u64))
                }
                Statement::Call { function, arguments, .. }
                    if self.is(*function, &Member::Boxed) && self.is_inline(*variable) =>
                {
                    let (_, of) = self.context.callable(*function)?.params.first()?;
                    self.primitive(arguments.first()?, self.context.ty(*of)?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is(&self, function: FuncId, member: &Member) -> bool {
        self.context.unit.api.members.get(&function) == Some(member)
    }

    /// A value where something of a type is asked for.
    fn value(
        &mut self,
        argument: &Argument,
        wanted: &JavaType,
        boxing: Boxing,
    ) -> Result<Expression, Inexpressible> {
        let expression = match argument {
            Argument::Literal(bits) => match wanted.primitive() {
                Some(ty) => Expression::new(self.context.number(ty, *bits as u64), wanted.clone()),
                None if *bits == 0 => Expression::null(),
                None => return Err(Inexpressible("it makes up an address".to_owned())),
            },
            Argument::Variable(variable) => self.variable(*variable, boxing)?,
            _ => return Err(Inexpressible("it hands over an address".to_owned())),
        };
        Ok(self.fitted(expression, wanted))
    }

    /// An expression, with a cast if it is not known to be what is asked for.
    pub(super) fn fitted(&mut self, expression: Expression, wanted: &JavaType) -> Expression {
        let is_reference = |ty: &JavaType| ty.primitive().is_none();
        match &expression.ty {
            Some(given)
                if is_reference(given)
                    && is_reference(wanted)
                    && !self.context.fits(given, wanted) =>
            {
                if types::is_parameterised(wanted) {
                    self.suppressed.insert("unchecked");
                }
                let to = self.context.written(wanted, &mut self.suppressed);
                expression.cast(to, wanted.clone())
            }
            _ => expression,
        }
    }

    /// A variable where it is used: by its name, or what it stands for if that is short and nobody else
    /// needs the same object.
    fn variable(&mut self, variable: VarId, boxing: Boxing) -> Result<Expression, Inexpressible> {
        let ty = self.type_of(variable);
        let ty = ty.ok_or_else(|| Inexpressible("it uses what nothing makes".to_owned()))?;
        if !self.is_inline(variable) {
            let name = self.named(variable)?;
            return Ok(Expression { text: name, ty: Some(ty), primary: true });
        }
        match self.maker(variable) {
            Some(Statement::Value { bits, .. }) => Ok(match ty.primitive() {
                Some(primitive) => {
                    Expression::new(self.context.number(primitive, *bits as u64), ty)
                }
                None => Expression::null(),
            }),
            Some(Statement::Array { array, .. }) => {
                let text = self.new_array(variable, array, &ty)?;
                Ok(Expression { text, ty: Some(ty), primary: false })
            }
            Some(Statement::Call { function, arguments, .. }) => {
                let (function, arguments) = (*function, arguments.clone());
                let made = self.made(function, &arguments, ty)?;
                let boxed = self.is(function, &Member::Boxed) && boxing == Boxing::Explicit;
                Ok(if boxed { self.in_box(made) } else { made })
            }
            _ => Err(Inexpressible("it uses what nothing makes".to_owned())),
        }
    }

    /// Whether a variable is written as what it stands for.
    pub(super) fn is_inline(&self, variable: VarId) -> bool {
        match self.maker(variable) {
            Some(Statement::Value { .. }) => true,
            Some(Statement::Array { .. }) => self.plan.uses(variable) < 2,
            Some(Statement::Call { function, arguments, .. }) => {
                let many = self.plan.uses(variable) > 1;
                match self.context.unit.api.members.get(function) {
                    Some(Member::Text) => !many || self.is_short(arguments),
                    Some(Member::Boxed) => !many || self.is_cached(*function, arguments),
                    Some(Member::ClassLiteral(_)) => true,
                    // By its name it has its type: what a lambda is depends on who takes it.
                    Some(Member::Stub(_)) => false,
                    _ => !self.context.is_effect(*function),
                }
            }
            _ => false,
        }
    }

    /// Whether a literal is short enough to be written again: it is one object anyway.
    fn is_short(&self, arguments: &[Argument]) -> bool {
        self.characters(arguments).is_ok_and(|units| units.len() <= SHORT)
    }

    /// Whether a primitive has one box wherever it is boxed (JLS 5.1.7).
    fn is_cached(&self, function: FuncId, arguments: &[Argument]) -> bool {
        let callable = self.context.callable(function);
        let of = callable.and_then(|callable| callable.params.first());
        let ty = of.and_then(|(_, of)| self.context.ty(*of)).and_then(JavaType::primitive);
        let bits = match arguments.first() {
            Some(Argument::Literal(bits)) => *bits as u64,
            Some(Argument::Variable(variable)) => match self.maker(*variable) {
                Some(Statement::Value { bits, .. }) => *bits as u64,
                _ => return false,
            },
            _ => return false,
        };
        let is_small = |value: i64| (-128..=127).contains(&value);
        match ty {
            Some(JType::Boolean | JType::Byte) => true,
            Some(JType::Char) => bits as u16 <= 127,
            Some(JType::Short) => is_small((bits as i16).into()),
            Some(JType::Int) => is_small((bits as i32).into()),
            Some(JType::Long) => is_small(bits as i64),
            _ => false,
        }
    }

    /// What a call that does nothing but make a value is written as.
    pub(super) fn made(
        &mut self,
        function: FuncId,
        arguments: &[Argument],
        ty: JavaType,
    ) -> Result<Expression, Inexpressible> {
        match self.context.unit.api.members.get(&function) {
            Some(Member::Text) => {
                let units = self.characters(arguments)?;
                if let Some(text) = self.context.named_text(&units) {
                    return Ok(Expression::new(text, ty));
                }
                Ok(match self.context.repeated(&units) {
                    Some(text) => {
                        let primary = !text.contains(" + ");
                        Expression { text, ty: Some(ty), primary }
                    }
                    None => Expression::new(literal::string(&units), ty),
                })
            }
            Some(Member::Boxed) => {
                let callable = self.context.callable(function);
                let of = callable.and_then(|callable| callable.params.first());
                let of = of.and_then(|(_, of)| self.context.ty(*of));
                let wanted = of.cloned().unwrap_or(JavaType::Primitive('I'));
                let argument = arguments.first().copied().unwrap_or(Argument::Literal(0));
                self.value(&argument, &wanted, Boxing::Silent)
            }
            _ => self.call(function, arguments),
        }
    }

    /// A primitive in its box, for all to see.
    fn in_box(&self, expression: Expression) -> Expression {
        let wrapper = expression.ty.as_ref().and_then(JavaType::primitive).and_then(JType::wrapper);
        let Some(wrapper) = wrapper else { return expression };
        let text = format!("{}.valueOf({})", mention::class(wrapper), expression.text);
        Expression::new(text, JavaType::raw(wrapper))
    }

    /// The characters of a text, which are the elements of an array.
    fn characters(&self, arguments: &[Argument]) -> Result<Vec<u16>, Inexpressible> {
        let array = arguments.first().and_then(Argument::variable);
        let Some(Statement::Array { array, .. }) = array.and_then(|array| self.maker(array)) else {
            return Err(Inexpressible("it makes a text of what is no array".to_owned()));
        };
        let shown = &array.elements[..array.elements.len().min(array.length as usize)];
        let units: Vec<u16> = shown.iter().map(|bits| *bits as u16).collect();
        if literal::stored_size(&units) > usize::from(u16::MAX) {
            return Err(Inexpressible("it has a text that is too long".to_owned()));
        }
        Ok(units)
    }

    /// `new int[] {1, 2}`, or `new int[100]` if there is nothing in it.
    fn new_array(
        &mut self,
        variable: VarId,
        array: &Array,
        ty: &JavaType,
    ) -> Result<String, Inexpressible> {
        let JavaType::Array(element) = ty else {
            return Err(Inexpressible("it makes an array that is none".to_owned()));
        };
        let is_blank = self.is_blank(variable, array);
        if array.length == 0 || is_blank && array.length > 4 {
            let mut innermost = &**element;
            let mut brackets = format!("[{}]", array.length);
            while let JavaType::Array(inner) = innermost {
                innermost = inner;
                brackets += "[]";
            }
            let element = self.context.element(innermost, &mut self.suppressed);
            return Ok(format!("new {element}{brackets}"));
        }
        let element = self.context.element(element, &mut self.suppressed);
        Ok(format!("new {element}[] {}", self.initialiser(variable, array, ty)?))
    }

    /// Whether nothing but zeros and nulls is in an array when it is made.
    fn is_blank(&self, variable: VarId, array: &Array) -> bool {
        let shown = array.elements.iter().take(array.length as usize);
        let held = self.plan.contents.get(&variable);
        shown.clone().all(|bits| *bits == 0)
            && held.is_none_or(std::collections::BTreeMap::is_empty)
    }

    /// What an array is declared with: `{1, 2}`, or `new int[100]`.
    pub(super) fn array(
        &mut self,
        variable: VarId,
        array: &Array,
        ty: &JavaType,
    ) -> Result<String, Inexpressible> {
        let generic = matches!(ty, JavaType::Array(element) if types::is_parameterised(element));
        if generic || array.length > 4 && self.is_blank(variable, array) {
            return self.new_array(variable, array, ty);
        }
        self.initialiser(variable, array, ty)
    }

    fn initialiser(
        &mut self,
        variable: VarId,
        array: &Array,
        ty: &JavaType,
    ) -> Result<String, Inexpressible> {
        if array.length as usize > MOST_ELEMENTS {
            return Err(Inexpressible("it has an array that is too long".to_owned()));
        }
        let JavaType::Array(element) = ty else {
            return Err(Inexpressible("it makes an array that is none".to_owned()));
        };
        let mut elements = Vec::with_capacity(array.length as usize);
        for slot in 0..array.length {
            let bits = array.elements.get(slot as usize).copied().unwrap_or(0);
            let held = self.plan.contents.get(&variable).and_then(|held| held.get(&slot)).copied();
            let argument = held.unwrap_or(Argument::Literal(bits));
            elements.push(self.item(&argument, element)?);
        }
        Ok(format!("{{{}}}", elements.join(", ")))
    }

    /// An element of an array that is made: an array in it needs no `new`.
    fn item(&mut self, argument: &Argument, wanted: &JavaType) -> Result<String, Inexpressible> {
        if let Some(variable) = argument.variable()
            && let Some(Statement::Array { array, .. }) = self.maker(variable)
            && self.is_inline(variable)
            && self.type_of(variable).as_ref() == Some(wanted)
        {
            return self.array(variable, array, wanted);
        }
        Ok(self.assigned(argument, wanted)?.text)
    }

    /// A call, or what else a function of the catalogue is.
    pub(super) fn call(
        &mut self,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<Expression, Inexpressible> {
        let nameless = || Inexpressible("it calls what has no name".to_owned());
        let context = self.context;
        let member = context.unit.api.members.get(&function).ok_or_else(nameless)?;
        if let Member::ClassLiteral(class) = member {
            let text = format!("{}.class", context.element(class, &mut Default::default()));
            let result = context.result(function).cloned();
            return Ok(Expression::new(text, result.unwrap_or(JavaType::raw("java/lang/Class"))));
        }
        if let Member::Reflected { class, lookup, name, takes } = member {
            let name = name.iter().map(|name| format!("\"{name}\""));
            let element = |ty: &JavaType| context.element(ty, &mut Default::default());
            let arguments: Vec<String> =
                name.chain(takes.iter().map(|ty| format!("{}.class", element(ty)))).collect();
            let class = element(&JavaType::raw(class));
            let text = format!("{class}.class.{lookup}({})", arguments.join(", "));
            self.may_throw(function);
            return Ok(Expression { text, ty: context.result(function).cloned(), primary: true });
        }
        if let Member::Stub(stub) = member {
            return self.stub(function, stub, arguments);
        }
        let callable = context.callable(function).ok_or_else(nameless)?;
        let mut result = context.ty(callable.result).cloned().unwrap_or(JavaType::Primitive('V'));
        if let (Member::Method { class, name, is_static: true, .. }, [argument]) =
            (member, arguments)
            && let Some(wanted) = callable.params.first().and_then(|(_, of)| context.ty(*of))
            && let Some((ty, bits)) = self.primitive(argument, wanted)
            && *class != context.unit.class
            && let Some(text) = dates::spoken(class, name, literal::signed(ty, bits))
        {
            return Ok(Expression::new(text, result));
        }
        let params = callable.params.iter().map(|(_, of)| context.ty(*of).cloned());
        let params: Option<Vec<JavaType>> = params.collect();
        let params =
            params.filter(|params| params.len() == arguments.len()).ok_or_else(nameless)?;
        let (mut params, mut arguments) = (params.as_slice(), arguments);
        let mut receiver = None;
        if context.has_receiver(function)
            && let (Some((wanted, other)), Some((on, rest))) =
                (params.split_first(), arguments.split_first())
        {
            let mut on = self.receiver(on, wanted)?;
            let class = on.ty.as_ref().and_then(JavaType::class_name);
            if !class.is_none_or(|class| context.unit.classes.is_callable_on(function, class)) {
                let to = context.written(wanted, &mut self.suppressed);
                on = on.cast(to, wanted.clone());
                on.text = format!("({})", on.text);
            }
            let may_vary = |ty: &JavaType| {
                ty.class_name() == Some("java/lang/Object")
                    || types::is_parameterised(ty)
                    || types::is_raw(context.unit.classes, ty)
            };
            let is_inner =
                matches!(member, Member::Constructor { .. }) && other.iter().any(may_vary);
            let outer = on.ty.as_ref().filter(|ty| is_inner && types::is_parameterised(ty));
            if let Some(JavaType::Class { name, .. }) = outer {
                // What the type parameters of the outer class stand for is not known of the inner one.
                self.suppressed.extend(["rawtypes", "unchecked"]);
                on.text = format!("(({}) {})", mention::class(name), on.text);
            }
            receiver = Some(on);
            (params, arguments) = (other, rest);
        }
        let on = receiver.as_ref().and_then(|on| on.ty.as_ref()).and_then(JavaType::class_name);
        let on = on.map(str::to_owned);
        self.suppressed.extend(context.unit.classes.warnings(function, on.as_deref()));
        let raw = receiver.as_ref().and_then(|on| on.ty.as_ref());
        if raw.is_some_and(|on| types::is_raw(context.unit.classes, on))
            && let Some(erased) = context.unit.classes.erased_result(function)
            && matches!(member, Member::Method { .. })
        {
            result = types::nameable(context.unit.classes, &types::of_descriptor(&erased));
        }
        let owner = |class: &str| match &receiver {
            Some(receiver) => receiver.text.clone(),
            None => mention::class(class),
        };
        let text = match member {
            Member::Constructor { class, inner } => {
                let variadic = context.unit.classes.is_variadic(function);
                let list = self.arguments(function, class, params, arguments, variadic)?;
                let diamond = self.diamond(function, class, params.len(), &result);
                match &receiver {
                    Some(outer) if *inner => {
                        let simple = mention::split(context.unit.classes, class).1;
                        let simple = simple.last().ok_or_else(nameless)?;
                        let outer = within_package(outer, class);
                        format!("{outer}.new {simple}{diamond}({list})")
                    }
                    _ => format!("new {}{diamond}({list})", mention::class(class)),
                }
            }
            Member::Method { class, name, variadic, .. } => {
                let by = on.as_deref().unwrap_or(class);
                let list = self.arguments(function, by, params, arguments, *variadic)?;
                format!("{}.{name}({list})", owner(class))
            }
            Member::Field { class, name, .. }
                if types::is_parameterised(&result)
                    && !context.unit.classes.is_as_declared(function) =>
            {
                self.suppressed.insert("unchecked");
                let to = context.written(&result, &mut self.suppressed);
                let own = result.class_name().unwrap_or(class);
                let any = vec!["?"; context.unit.classes.type_parameters(own)].join(", ");
                let text =
                    format!("({to}) ({}<{any}>) {}.{name}", mention::class(own), owner(class));
                return Ok(Expression { text, ty: Some(result), primary: false });
            }
            Member::Field { class, name, .. } => format!("{}.{name}", owner(class)),
            Member::SetField { class, name, .. } => {
                let (Some(wanted), Some(value)) = (params.first(), arguments.first()) else {
                    return Err(nameless());
                };
                let value = self.assigned(value, wanted)?;
                format!("{}.{name} = {}", owner(class), value.text)
            }
            Member::Text
            | Member::Boxed
            | Member::ClassLiteral(_)
            | Member::Reflected { .. }
            | Member::Stub(_) => {
                return Err(nameless());
            }
        };
        let primary = !matches!(member, Member::Constructor { .. } | Member::SetField { .. });
        Ok(Expression { text, ty: Some(result), primary })
    }

    /// What stands between a class and its arguments where an object of it is made: `<>`, or the types if there is
    /// another constructor that could be meant with other ones.
    fn diamond(&mut self, function: FuncId, class: &str, count: usize, ty: &JavaType) -> String {
        let classes = self.context.unit.classes;
        let JavaType::Class { arguments, .. } = ty else { return String::new() };
        if arguments.is_empty() {
            if classes.type_parameters(class) > 0 {
                self.suppressed.extend(["rawtypes", "unchecked"]);
            }
            return String::new();
        }
        let overloads = classes.overloads(function, class);
        let is_exact = |argument: &TypeArgument| matches!(argument, TypeArgument::Exact(_));
        if overloads.iter().all(|other| other.parameters.len() != count)
            || !arguments.iter().all(is_exact)
        {
            return "<>".to_owned();
        }
        let written = self.context.written(ty, &mut self.suppressed);
        written.strip_prefix(&mention::class(class)).unwrap_or("<>").to_owned()
    }

    /// What something is called on.
    fn receiver(
        &mut self,
        argument: &Argument,
        wanted: &JavaType,
    ) -> Result<Expression, Inexpressible> {
        let mut on = self.value(argument, wanted, Boxing::Explicit)?;
        if on.ty.is_none() {
            let to = self.context.written(wanted, &mut self.suppressed);
            on = on.cast(to, wanted.clone());
        }
        if !on.primary {
            on.text = format!("({})", on.text);
        }
        Ok(on)
    }

    /// The list of arguments, so that no other method of the name can be meant.
    pub(super) fn arguments(
        &mut self,
        function: FuncId,
        on: &str,
        params: &[JavaType],
        arguments: &[Argument],
        variadic: bool,
    ) -> Result<String, Inexpressible> {
        let context = self.context;
        let others = context.unit.classes.overloads(function, on);
        let parameters = params.iter().map(JavaType::descriptor).collect();
        let method = Overload { parameters, variadic };
        let is_clear = |list: &[Expression]| {
            let seen: Vec<Static> = list.iter().map(Expression::seen).collect();
            // Behind an object may be a type variable that stands for something more special.
            let is_null = |index: usize| seen.get(index) == Some(&Static::Null);
            let may_be_any = |other: &Overload| {
                let mut params = other.parameters.iter().enumerate();
                other.parameters.len() == seen.len()
                    && params.any(|(index, ty)| ty == "Ljava/lang/Object;" && is_null(index))
            };
            // What stands between `<` and `>` may keep one of two types from being the more special one.
            let is_generic = |ty: &String| {
                let class = classfile::descriptor::class_of(ty);
                class.is_some_and(|class| context.unit.classes.type_parameters(class) > 0)
            };
            let may_be_both = |other: &Overload| {
                let params = other.parameters.iter().zip(&method.parameters).enumerate();
                other.parameters.len() == seen.len()
                    && params
                        .filter(|(index, (a, b))| is_null(*index) && a != b)
                        .any(|(_, (a, b))| is_generic(a) || is_generic(b))
            };
            let generic = context.unit.classes.type_parameters(on) > 0;
            others.is_empty()
                || is_meant(context.unit.classes, &method, &others, &seen)
                    && !(generic && others.iter().any(may_be_any))
                    && !others.iter().any(may_be_both)
        };
        if variadic
            && let Some(list) = self.spread(params, arguments)?
            && is_clear(&list)
        {
            return Ok(joined(&list));
        }
        let mut list = Vec::with_capacity(arguments.len());
        for boxing in [Boxing::Silent, Boxing::Explicit] {
            list.clear();
            for (argument, wanted) in arguments.iter().zip(params) {
                list.push(self.value(argument, wanted, boxing)?);
            }
            if variadic && let Some((last, wanted)) = list.pop().zip(params.last()) {
                list.push(self.exactly(last, wanted));
            }
            if is_clear(&list) {
                return Ok(joined(&list));
            }
        }
        let cast = list.into_iter().zip(params).map(|(given, wanted)| self.exactly(given, wanted));
        Ok(joined(&cast.collect::<Vec<_>>()))
    }

    /// An expression that a compiler sees as just this type.
    fn exactly(&mut self, expression: Expression, wanted: &JavaType) -> Expression {
        let is_exact =
            expression.ty.as_ref().is_some_and(|ty| ty.descriptor() == wanted.descriptor());
        if is_exact {
            return expression;
        }
        let to = match wanted {
            // A null of whatever nobody can name.
            JavaType::Class { name, arguments }
                if expression.ty.is_none() && arguments.contains(&TypeArgument::Any) =>
            {
                self.suppressed.extend(["rawtypes", "unchecked"]);
                mention::class(name)
            }
            _ => self.context.written(wanted, &mut self.suppressed),
        };
        expression.cast(to, wanted.clone())
    }

    /// The arguments with the elements of the last one in its place, if that means the same.
    fn spread(
        &mut self,
        params: &[JavaType],
        arguments: &[Argument],
    ) -> Result<Option<Vec<Expression>>, Inexpressible> {
        let Some((Argument::Variable(variable), fixed)) = arguments.split_last() else {
            return Ok(None);
        };
        let Some((JavaType::Array(element), _)) = params.split_last() else { return Ok(None) };
        let Some(Statement::Array { array, .. }) = self.maker(*variable) else { return Ok(None) };
        if !self.is_inline(*variable) || array.length > 20 {
            return Ok(None);
        }
        let own = self.type_of(*variable);
        if own.is_none_or(|own| JavaType::Array(element.clone()).descriptor() != own.descriptor()) {
            return Ok(None);
        }
        let mut list = Vec::new();
        for (argument, wanted) in fixed.iter().zip(params) {
            list.push(self.value(argument, wanted, Boxing::Silent)?);
        }
        let mut is_generic = types::is_parameterised(element);
        for slot in 0..array.length {
            let bits = array.elements.get(slot as usize).copied().unwrap_or(0);
            let held = self.plan.contents.get(variable).and_then(|held| held.get(&slot)).copied();
            let argument = held.unwrap_or(Argument::Literal(bits));
            let item = self.value(&argument, element, Boxing::Silent)?;
            // One null, or one array, would be taken for the whole.
            let is_array = matches!(item.ty, None | Some(JavaType::Array(_)));
            if array.length == 1 && is_array {
                return Ok(None);
            }
            is_generic |= item.ty.as_ref().is_some_and(types::is_parameterised);
            list.push(item);
        }
        if is_generic {
            self.suppressed.insert("unchecked");
        }
        Ok(Some(list))
    }
}

fn joined(list: &[Expression]) -> String {
    let texts: Vec<&str> = list.iter().map(|expression| expression.text.as_str()).collect();
    texts.join(", ")
}

/// An object that an inner class is made in. A class of another package need not inherit the inner class by its name, so the
/// object is told to be of the class that declares it.
fn within_package(outer: &Expression, inner: &str) -> String {
    let declares = inner.rsplit_once('$').map_or(inner, |(declares, _)| declares);
    let package = |class: &str| class.rsplit_once('/').map_or(String::new(), |(p, _)| p.to_owned());
    match outer.ty.as_ref().and_then(JavaType::class_name) {
        Some(class) if package(class) != package(declares) => {
            format!("(({}) {})", mention::class(declares), outer.text)
        }
        _ => outer.text.clone(),
    }
}
