//! What some bits depend on: gates operands first, inputs, and reads from arrays.

use super::array::{Arrays, Read};
use super::circuit::{Circuit, Gate, Lit};

/// The part of a circuit that a query depends on. Its vectors are kept from query to query.
#[derive(Default)]
pub(super) struct Cone {
    /// Gates, operands first; the index of a read comes before its byte.
    pub order: Vec<u32>,
    /// The inputs among them.
    pub inputs: Vec<u32>,
    /// The reads from array variables.
    pub reads: Vec<usize>,
    /// The value of each gate under the seed; only those of the cone mean anything.
    values: Vec<bool>,
    /// The query in which a gate was met last.
    met: Vec<u32>,
    query: u32,
    pending: Vec<(u32, bool)>,
}

impl Cone {
    /// Collects what these bits depend on.
    pub fn collect(&mut self, circuit: &Circuit, arrays: &Arrays, roots: &[Lit]) {
        self.query += 1;
        self.order.clear();
        self.inputs.clear();
        self.reads.clear();
        self.met.resize(circuit.len(), 0);
        for root in roots {
            self.pending.push((root.gate() as u32, false));
            while let Some((gate, leaving)) = self.pending.pop() {
                if leaving {
                    self.order.push(gate);
                } else if std::mem::replace(&mut self.met[gate as usize], self.query) != self.query
                {
                    self.enter(circuit, arrays, gate);
                }
            }
        }
    }

    fn enter(&mut self, circuit: &Circuit, arrays: &Arrays, gate: u32) {
        self.pending.push((gate, true));
        let top = circuit.gate(gate as usize);
        if top != Gate::Input {
            self.pending.extend(top.operands().map(|lit| (lit.gate() as u32, false)));
            return;
        }
        self.inputs.push(gate);
        if let Some(&(read, bit)) = arrays.by_gate.get(&(gate as usize)) {
            let Read { index, byte, .. } = &arrays.reads[read];
            // The other bits of the byte come along, so that the read is whole.
            if bit == 0 || self.met[byte[0].gate()] != self.query {
                if bit == 0 {
                    self.reads.push(read);
                }
                let parts = byte.iter().chain(index);
                self.pending.extend(parts.map(|lit| (lit.gate() as u32, false)));
            }
        }
    }

    /// Computes every gate of the cone from values for its inputs, which may depend on gates before them.
    pub fn simulate(
        &mut self,
        circuit: &Circuit,
        input: impl Fn(u32, &dyn Fn(Lit) -> bool) -> bool,
    ) {
        self.values.resize(circuit.len(), false);
        for &gate in &self.order {
            let values = &self.values;
            let value = |lit: Lit| values[lit.gate()] ^ lit.is_negative();
            let result = Circuit::evaluate(circuit.gate(gate as usize), value)
                .unwrap_or_else(|| input(gate, &value));
            self.values[gate as usize] = result;
        }
    }

    /// A bit's value in the last simulation.
    pub fn value(&self, lit: Lit) -> bool {
        self.values[lit.gate()] ^ lit.is_negative()
    }
}
