//! Names of classes: `KQRvKQ`.

use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

use super::{Army, MAX_MEN, Material};
use crate::error::MaterialError;

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.white, self.black)
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let fault = |at, why| MaterialError { text: text.to_owned(), at, why };
        let mut sides = [Army::BARE; 2];
        let mut kings = 0;
        let mut divided = false;
        for (at, letter) in text.chars().enumerate() {
            if matches!(letter, 'v' | 'V') {
                if kings != 1 || std::mem::replace(&mut divided, true) {
                    return Err(fault(at, "one v divides the two sides"));
                }
                continue;
            }
            match Role::from_char(letter) {
                Some(Role::King) if kings == 2 || (divided && kings != 1) => {
                    return Err(fault(at, "each side has one king"));
                }
                Some(Role::King) => kings += 1,
                Some(_) if kings == 0 || (divided && kings == 1) => {
                    return Err(fault(at, "each side begins with its king"));
                }
                Some(role) => sides[kings - 1] = sides[kings - 1].with(role),
                None => return Err(fault(at, "men are the letters K Q R B N P")),
            }
            if sides[0].men() + sides[1].men() > MAX_MEN {
                return Err(fault(at, "at most 8 men can be asked about"));
            }
        }
        if kings != 2 {
            return Err(fault(text.chars().count(), "both sides need a king"));
        }
        Ok(Self { white: sides[0], black: sides[1] })
    }
}
