-- What is counted of a violation is sealed by itself: it moves with every trace that shows it again.
ALTER TABLE violations ADD counted_seal bytea;
