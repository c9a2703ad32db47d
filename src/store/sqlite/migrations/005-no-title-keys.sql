-- Items are no longer found by their titles. The columns title_hash and title_key stay, and stay empty from here on: to take
-- them out would write every item anew.
DROP INDEX items_by_title;
