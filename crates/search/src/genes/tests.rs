//! Genes are read as they were written, and scenarios stay valid.

use super::*;
use program::FuncId;
use scenario::{Object, VarId};

fn number(domain: &Domain, number: i128) -> i128 {
    domain.number(domain.bits(number))
}

#[test]
fn every_number_of_a_domain_is_its_own_bits() {
    let mut random = Rng::with_seed(3);
    let domains = [
        Domain::of_type(Type::I8, true),
        Domain::of_type(Type::I32, false),
        Domain::of_type(Type::I64, true),
        Domain::of_type(Type::I128, true),
        Domain::of_type(Type::BOOL, true),
        Domain::of_type(Type::F32, true),
        Domain::of_type(Type::F64, true),
        Domain::Choice(vec![7, 9, 12]),
    ];
    for domain in &domains {
        for _ in 0..500 {
            let value = domain.random(&mut random);
            assert_eq!(number(domain, value), value, "{domain:?}");
        }
    }
}

#[test]
fn steps_go_round_where_numbers_do_and_end_where_a_domain_does() {
    for ty in [Type::I8, Type::I32, Type::I64, Type::I128] {
        for signed in [false, true] {
            let domain = Domain::of_type(ty, signed);
            let (least, most) = domain.range();
            assert_eq!(domain.step(most, 1, Step::Next), least, "{ty} {signed}");
            assert_eq!(domain.step(least, -1, Step::Next), most, "{ty} {signed}");
            assert_eq!(domain.step(most - 1, 6, Step::Next), least + 4, "{ty} {signed}");
            assert_eq!(domain.step(7, -3, Step::Next), 4, "{ty} {signed}");
        }
    }
    let narrow = Domain::Integer { ty: Type::I32, least: 3, most: 9 };
    for domain in [narrow, Domain::of_type(Type::F64, true), Domain::Choice(vec![7, 9, 12])] {
        let (least, most) = domain.range();
        assert_eq!(domain.step(most, 1, Step::Next), most);
        assert_eq!(domain.step(least, -1, Step::Next), least);
    }
}

#[test]
fn floats_are_in_their_order_and_step_by_decimals_or_to_the_next() {
    let domain = Domain::of_type(Type::F64, true);
    let number = |float: f64| domain.number(u128::from(float.to_bits()));
    let float = |number: i128| f64::from_bits(domain.bits(number) as u64);
    let floats = [f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, 0.0, 1e-300, 2.0, f64::INFINITY];
    assert!(floats.map(number).is_sorted());
    assert_eq!(float(domain.step(number(1.0), 4, Step::Decimal(1))), 1.4);
    assert_eq!(float(domain.step(number(1.0), 1, Step::Next)), 1.0_f64.next_up());
    assert_eq!(float(domain.step(number(0.0), -1, Step::Next)), -f64::from_bits(1));
}

fn text(letters: &str) -> Scenario {
    let mut scenario = Scenario::default();
    let variable: VarId = scenario.declare("text");
    let mut elements: Vec<u128> = letters.bytes().map(u128::from).collect();
    elements.push(0);
    let mut array = Array::new(Type::I8, elements);
    array.extent = Extent::Text;
    scenario.statements.push(Statement::Array { variable, array });
    scenario
}

fn letters(scenario: &Scenario) -> String {
    let Statement::Array { array, .. } = &scenario.statements[0] else { return String::new() };
    let seen = array.elements[..array.length as usize].iter();
    seen.map(|bits| char::from(*bits as u8)).collect()
}

#[test]
fn a_text_grows_and_shrinks_and_keeps_its_letters_and_its_zero() {
    let mut scenario = text("no");
    let genes = Genes::of(&Program::default(), &mut scenario, 4);
    let mut values = Vec::new();
    genes.read(&scenario, &mut values);
    assert_eq!(values[0], 2);
    assert_eq!(letters(&scenario), "no\0");
    for (length, expected) in [(4, "noxy\0"), (1, "n\0"), (3, "nox\0"), (0, "\0")] {
        (values[3], values[4]) = (b'x'.into(), b'y'.into());
        values[0] = length;
        genes.write_one(&mut scenario, &values, 0);
        assert_eq!(letters(&scenario), expected);
    }
    values[0] = 2;
    genes.write(&mut scenario, &values);
    assert_eq!(letters(&scenario), "no\0");
    // What stands behind the end is written when the text grows to it.
    values[3] = b'z'.into();
    genes.write_one(&mut scenario, &values, 3);
    assert_eq!(letters(&scenario), "no\0");
    values[0] = 3;
    genes.write_one(&mut scenario, &values, 0);
    assert_eq!(letters(&scenario), "noz\0");
}

#[test]
fn an_array_of_open_length_has_a_length_and_room() {
    let mut scenario = Scenario::default();
    let variable = scenario.declare("numbers");
    let mut array = Array::new(Type::I32, vec![5]);
    array.extent = Extent::Open;
    scenario.statements.push(Statement::Array { variable, array });
    let genes = Genes::of(&Program::default(), &mut scenario, 3);
    let mut values = Vec::new();
    genes.read(&scenario, &mut values);
    assert_eq!(values, [1, 5, 0, 0]);
    genes.write(&mut scenario, &[2, -7, 8, 9]);
    let Statement::Array { array, .. } = &scenario.statements[0] else { panic!("an array") };
    assert_eq!(array.length, 2);
    assert_eq!(array.elements, [u128::from(-7_i32 as u32), 8, 9]);
}

#[test]
fn a_pointer_may_be_handed_null_or_another_object_of_its_type_and_nothing_else() {
    let mut scenario = Scenario::default();
    let mut arguments = Vec::new();
    for (name, of) in [("a", 0), ("b", 0), ("other", 1)] {
        let variable = scenario.declare(name);
        let object = Object { of: Some(ApiTypeId(of)), ..Object::new(8) };
        scenario.statements.push(Statement::Object { variable, object });
        arguments.push(Argument::Variable(variable));
    }
    let call = Statement::Call { result: None, function: FuncId(0), arguments };
    scenario.statements.push(call);
    let genes = Genes::of(&Program::default(), &mut scenario, 4);
    let domains: Vec<&Domain> = genes.iter().map(|gene| &gene.domain).collect();
    let [either, other] = [vec![0, 1, 2], vec![0, 3]].map(Domain::Choice);
    assert_eq!(domains, [&either, &either, &other]);
    let mut values = Vec::new();
    genes.read(&scenario, &mut values);
    assert_eq!(values, [1, 2, 1]);
    genes.write(&mut scenario, &[1, 1, 0]);
    let Statement::Call { arguments, .. } = &scenario.statements[3] else { panic!("a call") };
    let same = Argument::Variable(VarId(0));
    assert_eq!(arguments[..], [same, same, Argument::Literal(0)]);
}
