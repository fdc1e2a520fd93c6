//! Cycles of steps that depend on each other.

use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::dependencies::{Ids, needed};
use super::error::{ErrorType, PlanError};
use super::step::{PlanStep, quoted};

/// The maximum number of dependencies to follow in search of a shorter cycle; after that, the shortest one so far is
/// reported. Only huge plans that are made to be slow reach this limit.
const MOST_FOLLOWED: usize = 5_000_000;

/// Reports one shortest cycle for each strongly connected set of steps.
pub(super) fn check(steps: &[PlanStep<'_>], ids: &Ids<'_>, errors: &mut Vec<PlanError>) {
    let graph = graph(steps, ids);
    // Unlike other algorithms of petgraph, this one does not recurse.
    let circular = kosaraju_scc(&graph).into_iter().filter(|component| component.len() > 1);
    let mut search = CycleSearch::new(&graph);
    for mut component in circular {
        component.sort_unstable();
        let path = search.shortest(&component);
        let Some(first) = path.first().and_then(|node| steps.get(node.index())) else { continue };
        let closed = path.iter().chain(path.first());
        let names: Vec<_> = closed.filter_map(|node| steps.get(node.index())?.id.as_deref()).map(name).collect();
        let message = format!("Dependency cycle: {}", names.join(" -> "));
        errors.push(first.error(ErrorType::DependencyCycle, message));
    }
}

/// The id as messages show it, without quotation marks.
fn name(id: &str) -> String {
    quoted(id).trim_matches('\'').to_owned()
}

/// Builds the graph of steps, with an edge from each step to those it needs. A step that needs itself is reported
/// elsewhere.
fn graph(steps: &[PlanStep<'_>], ids: &Ids<'_>) -> DiGraph<(), ()> {
    let mut graph = DiGraph::with_capacity(steps.len(), steps.len());
    for _ in steps {
        graph.add_node(());
    }
    for step in steps {
        // Dependencies refer to ids: if two steps share an id, the edges of both begin at the first.
        let Some(from) = step.id.as_deref().and_then(|id| ids.get(id)) else { continue };
        for to in needed(step, ids).iter().filter_map(|need| ids.get(need.id)).filter(|to| *to != from) {
            graph.add_edge(NodeIndex::new(*from), NodeIndex::new(*to), ());
        }
    }
    graph
}

/// The search for shortest cycles, with the state that it keeps between rounds.
struct CycleSearch<'a> {
    graph: &'a DiGraph<(), ()>,
    /// For each step, the last round that reached it and the step from which it was reached.
    met: Vec<(usize, NodeIndex)>,
    round: usize,
    followed: usize,
}

impl<'a> CycleSearch<'a> {
    fn new(graph: &'a DiGraph<(), ()>) -> Self {
        Self { graph, met: vec![(0, NodeIndex::default()); graph.node_count()], round: 0, followed: 0 }
    }

    /// Returns a shortest cycle of a component whose steps are in order, starting at its earliest step.
    fn shortest(&mut self, component: &[NodeIndex]) -> Vec<NodeIndex> {
        let is_inside = |node: NodeIndex| component.binary_search(&node).is_ok();
        // Every cycle has an edge to a later step.
        let goes_forward = |node: &&NodeIndex| self.graph.neighbors(**node).any(|to| to > **node && is_inside(to));
        let starts: Vec<_> = component.iter().filter(goes_forward).copied().collect();
        let mut best = Vec::new();
        for start in starts {
            if !best.is_empty() && self.followed > MOST_FOLLOWED {
                break;
            }
            let shorter_than = if best.is_empty() { usize::MAX } else { best.len() };
            if let Some(path) = self.shortest_from(start, shorter_than, &is_inside) {
                best = path;
            }
        }
        let earliest = best.iter().enumerate().min_by_key(|(_, node)| **node).map_or(0, |(index, _)| index);
        best.rotate_left(earliest);
        best
    }

    /// Returns the shortest cycle through a step, if it is shorter than the limit.
    fn shortest_from(
        &mut self,
        start: NodeIndex,
        shorter_than: usize,
        is_inside: &dyn Fn(NodeIndex) -> bool,
    ) -> Option<Vec<NodeIndex>> {
        self.round += 1;
        let mut waiting = VecDeque::from([(start, 1)]);
        while let Some((node, length)) = waiting.pop_front() {
            if length >= shorter_than {
                return None;
            }
            for to in self.graph.neighbors(node) {
                self.followed += 1;
                if to == start {
                    return Some(self.path_back(start, node));
                }
                if let Some(met) = self.met.get_mut(to.index())
                    && met.0 != self.round
                    && is_inside(to)
                {
                    *met = (self.round, node);
                    waiting.push_back((to, length + 1));
                }
            }
        }
        None
    }

    /// The steps from the start of this round to the one that closes the cycle.
    fn path_back(&self, start: NodeIndex, last: NodeIndex) -> Vec<NodeIndex> {
        let mut path = vec![last];
        let mut node = last;
        while node != start
            && let Some((_, from)) = self.met.get(node.index())
        {
            node = *from;
            path.push(node);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Layers of five steps, where each step needs all steps of the next layer and the last layer needs the first.
    fn layers(number: usize, place: impl Fn(usize) -> usize) -> DiGraph<(), ()> {
        let mut graph = DiGraph::new();
        for _ in 0..number * 5 {
            graph.add_node(());
        }
        for from in 0..number * 5 {
            for nth in 0..5 {
                let to = ((from / 5 + 1) % number) * 5 + nth;
                graph.add_edge(NodeIndex::new(place(from)), NodeIndex::new(place(to)), ());
            }
        }
        graph
    }

    #[test]
    fn the_search_ends_however_long_the_circles_are() {
        const LAYERS: usize = 2_000;
        for mixed in [false, true] {
            // 7 and the number of steps are coprime, so this shuffles the steps.
            let graph = layers(LAYERS, |node| if mixed { node * 7 % (LAYERS * 5) } else { node });
            let mut search = CycleSearch::new(&graph);
            let component: Vec<_> = graph.node_indices().collect();
            assert_eq!(search.shortest(&component).len(), LAYERS);
            assert!(search.followed <= MOST_FOLLOWED + graph.edge_count(), "{} were followed", search.followed);
        }
    }
}
