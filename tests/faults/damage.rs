//! Ways to damage a database, by number: the same number damages the same file in the same way.

use std::path::Path;

use crate::Chance;

/// A database with the files next to it.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) database: Vec<u8>,
    pub(crate) log: Option<Vec<u8>>,
    pub(crate) journal: Option<Vec<u8>>,
    pub(crate) review: Option<Vec<u8>>,
}

impl Files {
    pub(crate) fn put(&self, database: &Path) {
        let beside = |suffix: &str| format!("{}{suffix}", database.display());
        std::fs::write(database, &self.database).unwrap();
        for (suffix, bytes) in [("-wal", &self.log), ("-journal", &self.journal), (".review", &self.review)] {
            if let Some(bytes) = bytes {
                std::fs::write(beside(suffix), bytes).unwrap();
            }
        }
    }
}

const PAGE: usize = 4096;

/// Damages files; returns a description of the damage.
type Way = fn(&mut Files, &mut Chance) -> String;

const WAYS: [(&str, Way); 16] = [
    ("one bit", |files, chance| {
        let place = chance.below(files.database.len());
        files.database[place] ^= 1 << chance.below(8);
        format!("at {place}")
    }),
    ("some bytes", |files, chance| {
        let count = 1 + chance.below(40);
        for _ in 0..count {
            let place = chance.below(files.database.len());
            files.database[place] = chance.next().to_be_bytes()[0];
        }
        format!("{count} of them")
    }),
    ("bytes of the header", |files, chance| {
        let place = chance.below(100);
        files.database[place] = chance.next().to_be_bytes()[0];
        format!("at {place}")
    }),
    ("bytes of a page's head", |files, chance| {
        let page = chance.below(pages(files));
        let place = page * PAGE + if page == 0 { 100 } else { 0 } + chance.below(60);
        files.database[place] = chance.next().to_be_bytes()[0];
        format!("at {place}")
    }),
    ("a stretch of noise", |files, chance| {
        let from = chance.below(files.database.len());
        let to = files.database.len().min(from + 1 + chance.below(700));
        files.database[from..to].iter_mut().for_each(|byte| *byte = chance.next().to_be_bytes()[0]);
        format!("{from} to {to}")
    }),
    ("cut off at a page", |files, chance| {
        let length = PAGE * chance.below(pages(files));
        files.database.truncate(length);
        format!("{length} bytes left")
    }),
    ("cut off anywhere", |files, chance| {
        let length = chance.below(files.database.len());
        files.database.truncate(length);
        format!("{length} bytes left")
    }),
    ("two pages swapped", |files, chance| {
        let (one, other) = (chance.below(pages(files)), chance.below(pages(files)));
        for offset in 0..PAGE {
            files.database.swap(one * PAGE + offset, other * PAGE + offset);
        }
        format!("{one} and {other}")
    }),
    ("a page over another", |files, chance| {
        let (one, other) = (chance.below(pages(files)), 1 + chance.below(pages(files) - 1));
        files.database.copy_within(one * PAGE..(one + 1) * PAGE, other * PAGE);
        format!("{one} over {other}")
    }),
    ("a page of zeros", |files, chance| {
        let page = chance.below(pages(files));
        files.database[page * PAGE..(page + 1) * PAGE].fill(0);
        format!("page {page}")
    }),
    ("an older page", |files, chance| {
        // Stands in for a page from before the last write: its own bytes, in other places.
        let page = chance.below(pages(files));
        let until = (page + 1) * PAGE;
        files.database[page * PAGE..until].rotate_right(chance.below(PAGE));
        format!("page {page}")
    }),
    ("free pages that are none", |files, chance| {
        let page = u32::try_from(2 + chance.below(pages(files) - 1)).unwrap();
        // A free-list page at the end that lists a page in use.
        let last = u32::try_from(pages(files) + 1).unwrap();
        for number in [0, 1, page] {
            files.database.extend(number.to_be_bytes());
        }
        files.database.resize(usize::try_from(last).unwrap() * PAGE, 0);
        for (place, number) in [(28, last), (32, last), (36, 2)] {
            files.database[place..place + 4].copy_from_slice(&number.to_be_bytes());
        }
        format!("page {page}")
    }),
    ("noise for a log", |files, chance| {
        files.database[18..20].copy_from_slice(&[2, 2]);
        let mut log = noise(chance, 20_000);
        if chance.below(2) == 0 {
            // With the header of a real log, SQLite reads further.
            log[..8].copy_from_slice(&[0x37, 0x7F, 0x06, 0x82, 0x00, 0x2D, 0xE2, 0x18]);
        }
        files.log = Some(log);
        String::new()
    }),
    ("noise for a journal", |files, chance| {
        let mut journal = noise(chance, 20_000);
        if chance.below(2) == 0 {
            journal[..8].copy_from_slice(&[0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]);
        }
        files.journal = Some(journal);
        String::new()
    }),
    ("a damaged review file", |files, chance| {
        let Some(review) = &mut files.review else { return "there is none".to_owned() };
        let count = 1 + chance.below(60);
        for _ in 0..count {
            let place = chance.below(review.len());
            review[place] = chance.next().to_be_bytes()[0];
        }
        format!("{count} bytes")
    }),
    ("a review file that is cut off", |files, chance| {
        let Some(review) = &mut files.review else { return "there is none".to_owned() };
        review.truncate(chance.below(review.len()));
        format!("{} bytes left", review.len())
    }),
];

fn pages(files: &Files) -> usize {
    files.database.len() / PAGE
}

fn noise(chance: &mut Chance, most: usize) -> Vec<u8> {
    (0..32 + chance.below(most)).map(|_| chance.next().to_be_bytes()[0]).collect()
}

/// Damages files in one of the ways, chosen by number; returns a description.
pub(crate) fn damage(files: &mut Files, number: usize) -> String {
    let (name, way) = WAYS[number % WAYS.len()];
    let mut chance = Chance::seeded(u64::try_from(number).unwrap() + 1);
    // The first numbers of a small seed are alike.
    for _ in 0..8 {
        chance.next();
    }
    let output = way(files, &mut chance);
    format!("damage {number}, {name} {output}")
}
