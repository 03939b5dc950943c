//! The classes that a class leads to in one move, as far as they are in question, with how each is numbered.

use std::collections::HashMap;
use std::sync::Arc;

use nimzo_chess::Material;
use shakmaty::Color;

use super::edges::Child;
use super::regions::ManSquare;
use super::{layout_of, material_of};
use crate::Error;
use crate::layout::slices::Pawns;
use crate::layout::{Layout, Man};
use crate::sweep::SubTables;

/// A class and those that it leads to.
#[derive(Debug)]
pub struct Neighbours {
    parent: Arc<Layout>,
    /// What stands for each material, and whether its colours are exchanged.
    classes: HashMap<Material, (Material, bool)>,
    layouts: HashMap<Material, Arc<Layout>>,
}

impl Neighbours {
    /// Those of a class that is numbered so.
    pub fn new(parent: &Arc<Layout>, subs: &dyn SubTables) -> Result<Self, Error> {
        let own = parent.material();
        let mut found = Self {
            parent: Arc::clone(parent),
            classes: HashMap::new(),
            layouts: HashMap::from([(own, Arc::clone(parent))]),
        };
        let below = own.sub_games().into_iter().chain([own, Material::BARE_KINGS]);
        for material in below.flat_map(|class| [class, class.flipped()]) {
            let (class, flipped) = subs.class(material);
            found.classes.insert(material, (class, flipped));
            if found.layouts.contains_key(&class) {
                continue;
            }
            let layout = match class {
                Material::BARE_KINGS => Some(layout_of(class)?),
                _ => subs.layout(class)?,
            };
            found.layouts.extend(layout.map(|layout| (class, layout)));
        }
        Ok(found)
    }

    /// How the class itself is numbered.
    pub fn parent(&self) -> &Arc<Layout> {
        &self.parent
    }

    /// How a class is numbered, if it is in question.
    pub fn layout(&self, class: Material) -> Option<&Layout> {
        self.layouts.get(&class).map(Arc::as_ref)
    }

    /// The child with these men and pawns and this side to move, if it is in question.
    pub(super) fn child(
        &self,
        men: &[(Man, ManSquare)],
        pawns: Pawns,
        side: Color,
    ) -> Option<Child<'_>> {
        let &(class, flipped) = self.classes.get(&material_of(men, pawns))?;
        Child::within(self.layouts.get(&class)?, flipped, men, pawns, side)
    }
}
